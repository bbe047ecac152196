// The lock of Mellor-Crummey and Scott: N threads, once each.
#include <stdatomic.h>
#include <stddef.h>

#include "threads.h"

struct node {
  _Atomic(struct node*) next;
  atomic_int locked;
};
static _Atomic(struct node*) tail;
static struct node nodes[N];
static int counter;

static void* work(void* arg) {
  struct node* me = &nodes[(intptr_t)arg];
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before != NULL) {
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->locked, memory_order_acquire))
      ;
  }
  counter++;
  struct node* next = atomic_load_explicit(&me->next, memory_order_acquire);
  if (next == NULL) {
    struct node* expected = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed))
      return arg;
    while ((next = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL)
      ;
  }
  atomic_store_explicit(&next->locked, 0, memory_order_release);
  return arg;
}

int main(void) {
  run_threads(N, work);
  return 0;
}
