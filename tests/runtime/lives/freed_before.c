// A thread tells that it has freed the block, and another one uses it then: no order of addition hides that.
//
// bug: use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* block;
static atomic_int done;

static void* release(void* argument) {
  free(block);
  atomic_store_explicit(&done, 1, memory_order_release);
  return argument;
}

int main(void) {
  block = malloc(sizeof *block);
  atomic_init(block, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, release, NULL);
  if (atomic_load_explicit(&done, memory_order_acquire)) atomic_fetch_add(block, 1);
  pthread_join(thread, NULL);
}
