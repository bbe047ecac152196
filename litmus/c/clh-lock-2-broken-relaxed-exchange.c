// CLH queue lock with a relaxed exchange: the successor may not see yet that its predecessor is busy
// and walks in, a data race on the counter.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  atomic_bool busy;
};

static struct node nodes[3];  // nodes[2]: the lock is free at first
static _Atomic(struct node*) tail = &nodes[2];
static int counter;  // guarded by the lock

static void lock(struct node* me) {
  atomic_store_explicit(&me->busy, true, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&tail, me, memory_order_relaxed);
  while (atomic_load_explicit(&before->busy, memory_order_acquire)) {
  }
}

static void unlock(struct node* me) { atomic_store_explicit(&me->busy, false, memory_order_release); }

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
