// Who gets a block without synchronisation may come to it before it was allocated. Its owner never touches it.
//
// bug: race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) shared;

static void* use(void* argument) {
  int* const block = atomic_load_explicit(&shared, memory_order_relaxed);
  if (block) *block = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  atomic_store_explicit(&shared, malloc(sizeof(int)), memory_order_release);
  pthread_join(thread, NULL);
}
