// Szymanski's algorithm with acquire and release: a data race on the counter.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int state[2];

static void enter(int me) {
  int other = 1 - me;
  atomic_store_explicit(&state[me], 1, memory_order_release);
  while (atomic_load_explicit(&state[other], memory_order_acquire) >= 3) {
  }
  atomic_store_explicit(&state[me], 3, memory_order_release);
  if (atomic_load_explicit(&state[other], memory_order_acquire) == 1) {
    atomic_store_explicit(&state[me], 2, memory_order_release);
    while (atomic_load_explicit(&state[other], memory_order_acquire) != 4) {
    }
  }
  atomic_store_explicit(&state[me], 4, memory_order_release);
  while (other < me && atomic_load_explicit(&state[other], memory_order_acquire) >= 2) {
  }
}

static void leave(int me) {
  int other = 1 - me;
  for (;;) {  // nobody may still be in the doorway
    int seen = atomic_load_explicit(&state[other], memory_order_acquire);
    if (other < me || seen <= 1 || seen == 4) break;
  }
  atomic_store_explicit(&state[me], 0, memory_order_release);
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
