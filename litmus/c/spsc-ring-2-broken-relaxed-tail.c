// Ring buffer whose producer publishes relaxed: a data race on the slots.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define CAPACITY 2

static int slots[CAPACITY];
static atomic_uint head, tail;  // taken, put

static void* producer(void* arg) {
  for (unsigned i = 0; i < 3; i++) {
    while (i - atomic_load_explicit(&head, memory_order_acquire) == CAPACITY) {
    }
    slots[i % CAPACITY] = (int)i + 1;
    atomic_store_explicit(&tail, i + 1, memory_order_relaxed);
  }
  return arg;
}

static void* consumer(void* arg) {
  for (unsigned i = 0; i < 3; i++) {
    while (atomic_load_explicit(&tail, memory_order_acquire) == i) {
    }
    assert(slots[i % CAPACITY] == (int)i + 1);
    atomic_store_explicit(&head, i + 1, memory_order_release);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
