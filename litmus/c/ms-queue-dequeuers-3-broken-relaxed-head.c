// The queue of Michael and Scott with a relaxed head: a dequeuer may see the new head, but an old tail
// and no successor yet, and follows a null pointer.
//
// bug: signal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node*) next;
};

static _Atomic(struct node*) head, tail;

static struct node* new_node(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  return node;
}

static void enqueue(int value) {
  struct node* node = new_node(value);
  for (;;) {
    struct node* last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node* next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next == NULL) {
      if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_acq_rel,
                                                  memory_order_acquire)) {
        atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_acq_rel, memory_order_acquire);
        return;
      }
    } else {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_acq_rel, memory_order_acquire);
    }
  }
}

// 0: the queue is empty. Nodes are never freed.
static int dequeue(void) {
  for (;;) {
    struct node* first = atomic_load_explicit(&head, memory_order_relaxed);
    struct node* last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node* next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (first == last) {
      if (next == NULL) return 0;
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_acq_rel, memory_order_acquire);
    } else {
      int value = next->value;
      if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_relaxed, memory_order_relaxed))
        return value;
    }
  }
}

static int taken[2];

static void* producer(void* arg) {
  enqueue(1);
  enqueue(2);
  return arg;
}

static void* first_consumer(void* arg) {
  taken[0] = dequeue();
  return arg;
}

static void* second_consumer(void* arg) {
  taken[1] = dequeue();
  return arg;
}

int main(void) {
  struct node* dummy = new_node(0);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, first_consumer, NULL);
  pthread_create(&threads[2], NULL, second_consumer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  int sum = taken[0] + taken[1];
  for (int value; (value = dequeue()) != 0;) sum += value;
  assert(sum == 3);
  return 0;
}
