// Two threads want to free one block and look whether it is still there: both may free it.
//
// bug: double-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) block;

static void* worker(void* arg) {
  int* mine = atomic_load_explicit(&block, memory_order_acquire);
  atomic_store_explicit(&block, NULL, memory_order_release);
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
