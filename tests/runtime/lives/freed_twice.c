// Two threads find the same block, and both free it.
//
// bug: double-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) shared;

static void* release(void* argument) {
  int* const block = atomic_load(&shared);
  atomic_store(&shared, NULL);
  free(block);
  return argument;
}

int main(void) {
  atomic_store(&shared, malloc(sizeof(int)));
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, release, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
