// A block is handed over by an atomic pointer.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* _Atomic shared;

static void* publish(void* arg) {
  int* block = malloc(sizeof *block);
  *block = 8;
  atomic_store_explicit(&shared, block, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  int* block = atomic_load_explicit(&shared, memory_order_acquire);
  assert(block == NULL || *block == 8);
  pthread_join(thread, NULL);
  free(atomic_load_explicit(&shared, memory_order_relaxed));
}
