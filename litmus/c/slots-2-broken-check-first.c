// Slots of a heap block are claimed after a look whether there is one: two threads may both find the
// last one, and one writes beyond the block.
//
// bug: out-of-bounds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* slots;
static atomic_int claimed;

static void* worker(void* arg) {
  if (atomic_load_explicit(&claimed, memory_order_relaxed) < 1)
    slots[atomic_fetch_add_explicit(&claimed, 1, memory_order_relaxed)] = 1;
  return arg;
}

int main(void) {
  slots = malloc(sizeof *slots);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(slots[0] == 1);
  free(slots);
  return 0;
}
