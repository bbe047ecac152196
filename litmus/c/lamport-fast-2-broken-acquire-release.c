// Lamport's fast mutual exclusion with acquire and release: a data race on the counter.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int active[2], x, y;  // x and y: 0 or a thread's number + 1

static void enter(int me) {
  for (;;) {
    atomic_store_explicit(&active[me], 1, memory_order_release);
    atomic_store_explicit(&x, me + 1, memory_order_release);
    if (atomic_load_explicit(&y, memory_order_acquire) != 0) {
      atomic_store_explicit(&active[me], 0, memory_order_release);
      while (atomic_load_explicit(&y, memory_order_acquire) != 0) {
      }
      continue;
    }
    atomic_store_explicit(&y, me + 1, memory_order_release);
    if (atomic_load_explicit(&x, memory_order_acquire) == me + 1) return;
    atomic_store_explicit(&active[me], 0, memory_order_release);
    while (atomic_load_explicit(&active[1 - me], memory_order_acquire)) {
    }
    if (atomic_load_explicit(&y, memory_order_acquire) == me + 1) return;
    while (atomic_load_explicit(&y, memory_order_acquire) != 0) {
    }
  }
}

static void leave(int me) {
  atomic_store_explicit(&y, 0, memory_order_release);
  atomic_store_explicit(&active[me], 0, memory_order_release);
}

static int counter;  // guarded by the protocol

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  enter(me);
  counter++;
  leave(me);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
