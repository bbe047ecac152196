// A thread takes a block away and frees it; another one has got the pointer before, and still reads and writes.
//
// bug: use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) shared;

static void* use(void* argument) {
  int* const block = atomic_load_explicit(&shared, memory_order_acquire);
  if (block) block[1] = block[0];
  return argument;
}

int main(void) {
  int* const block = calloc(2, sizeof *block);
  atomic_store_explicit(&shared, block, memory_order_release);
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  free(atomic_exchange(&shared, NULL));
  pthread_join(thread, NULL);
}
