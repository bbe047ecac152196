// A block is freed after its only user has been seen to be done, but without synchronisation.
//
// bug: race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) shared;
static atomic_int done;

static void* use(void* argument) {
  int* const block = atomic_load_explicit(&shared, memory_order_acquire);
  if (!block) return argument;
  *block = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  int* const block = malloc(sizeof *block);
  atomic_store_explicit(&shared, block, memory_order_release);
  if (atomic_load_explicit(&done, memory_order_acquire)) free(block);
  pthread_join(thread, NULL);
}
