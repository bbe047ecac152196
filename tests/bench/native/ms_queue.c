// The queue of Michael and Scott: the first WRITERS threads enqueue, READERS others dequeue. Nodes are never freed.
#include <stdatomic.h>
#include <stdlib.h>

#include "threads.h"

#ifndef WRITERS
#define WRITERS 3
#define READERS 2
#endif

struct node {
  int value;
  _Atomic(struct node*) next;
};
static _Atomic(struct node*) head, tail;
static int taken[WRITERS + READERS];

static void enqueue(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  for (;;) {
    struct node* last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node* next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_release,
                                                       memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node* first = atomic_load_explicit(&head, memory_order_acquire);
    struct node* last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node* next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (next == NULL) return 0;
    if (first == last) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
      continue;
    }
    int value = next->value;
    if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_acq_rel, memory_order_relaxed))
      return value;
  }
}

static void* work(void* arg) {
  int me = (int)(intptr_t)arg;
  if (me < WRITERS) {
    enqueue(me + 1);
  } else {
    taken[me] = dequeue();
  }
  return arg;
}

int main(void) {
  struct node* dummy = calloc(1, sizeof *dummy);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  run_threads(WRITERS + READERS, work);
  return 0;
}
