// Peterson's algorithm with two seq_cst fences, one between its stores and one before its loads.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int wants[2], last;

static void enter(int me) {
  int other = 1 - me;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&last, me, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
         atomic_load_explicit(&last, memory_order_acquire) == me) {
  }
}

static void leave(int me) { atomic_store_explicit(&wants[me], 0, memory_order_release); }

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
