// MCS queue lock whose unlock does not wait for a successor that is in the queue, but has not yet said
// so: that one waits for ever.
//
// bug: hang
// options: --liveness
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  _Atomic(struct node*) next;
  atomic_bool waits;
};

static _Atomic(struct node*) tail;
static int counter;  // guarded by the lock

static void lock(struct node* me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->waits, true, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, me, memory_order_release);
  while (atomic_load_explicit(&me->waits, memory_order_acquire)) {
  }
}

static void unlock(struct node* me) {
  struct node* after = atomic_load_explicit(&me->next, memory_order_acquire);
  if (after == NULL) {
    struct node* expected = me;
    atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed);
    return;
  }
  atomic_store_explicit(&after->waits, false, memory_order_release);
}

static struct node nodes[2];

static void* worker(void* arg) {
  struct node* me = &nodes[(intptr_t)arg];
  lock(me);
  counter++;
  unlock(me);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
