// main waits for what another thread puts into a queue on main's stack: what is written plainly there is no state of
// main's, as it would be none in static memory. Each of main's three values can be awaited until it is there, the queue
// has room for two.
//
// bug: none
// graphs: 9
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct queue {
  atomic_int head, tail;
  int values[2];
};

static void* push_all(void* argument) {
  struct queue* queue = argument;
  for (int tail = 0; tail < 3; ++tail) {
    while (tail - atomic_load_explicit(&queue->head, memory_order_acquire) == 2) {
    }
    queue->values[tail % 2] = 10 + tail;
    atomic_store_explicit(&queue->tail, tail + 1, memory_order_release);
  }
  return 0;
}

int main(void) {
  struct queue queue = {.values = {1, 2}};
  pthread_t thread;
  pthread_create(&thread, 0, push_all, &queue);
  for (int head = 0; head < 3; ++head) {
    while (head == atomic_load_explicit(&queue.tail, memory_order_acquire)) {
    }
    assert(queue.values[head % 2] == 10 + head);
    atomic_store_explicit(&queue.head, head + 1, memory_order_release);
  }
  pthread_join(thread, 0);
}
