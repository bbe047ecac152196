// One thread moves the pointer to a block on, the other frees what it points to: not always its
// beginning.
//
// bug: bad-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) cursor;

static void* mover(void* arg) {
  char* at = atomic_load_explicit(&cursor, memory_order_relaxed);
  if (at != NULL)
    atomic_compare_exchange_strong_explicit(&cursor, &at, at + 1, memory_order_acq_rel, memory_order_relaxed);
  return arg;
}

static void* freer(void* arg) {
  free(atomic_exchange_explicit(&cursor, NULL, memory_order_acq_rel));
  return arg;
}

int main(void) {
  atomic_store_explicit(&cursor, malloc(4), memory_order_relaxed);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, mover, NULL);
  pthread_create(&threads[1], NULL, freer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
