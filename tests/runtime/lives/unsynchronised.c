// The last user frees the block, and has seen the others go, but nothing orders their accesses: only that is told.
//
// bug: race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int users = 2;

static void* use(void* argument) {
  int* const block = argument;
  if (*block == 1 && atomic_fetch_sub_explicit(&users, 1, memory_order_relaxed) == 1) free(block);
  return NULL;
}

int main(void) {
  int* const block = malloc(sizeof *block);
  *block = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, use, block);
  use(block);
  pthread_join(thread, NULL);
}
