// The same of a block whose only field is atomic.
//
// bug: race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int*) shared;

static void* use(void* argument) {
  atomic_int* const count = atomic_load_explicit(&shared, memory_order_relaxed);
  if (count) atomic_store(count, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  atomic_store_explicit(&shared, malloc(sizeof(atomic_int)), memory_order_release);
  pthread_join(thread, NULL);
}
