// Two threads want to free one block: an exchange says who does.
//
// bug: none
// graphs: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) block;

static void* worker(void* arg) {
  int* mine = atomic_exchange_explicit(&block, NULL, memory_order_acq_rel);
  if (mine != NULL) free(mine);
  return arg;
}

int main(void) {
  atomic_store_explicit(&block, malloc(sizeof(int)), memory_order_relaxed);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
