// Ticket lock whose tickets are drawn by a load and a store: two threads may draw the same, a data
// race on the counter.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_uint next_ticket, now_serving;

static void lock(void) {
  unsigned mine = atomic_load_explicit(&next_ticket, memory_order_relaxed);
  atomic_store_explicit(&next_ticket, mine + 1, memory_order_relaxed);
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) {
  }
}

static void unlock(void) {
  unsigned mine = atomic_load_explicit(&now_serving, memory_order_relaxed);
  atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
}

static int counter;  // guarded by the lock

static void* worker(void* arg) {
  lock();
  counter++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
