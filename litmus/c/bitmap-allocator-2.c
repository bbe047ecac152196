// Numbers are given out from a bitmap by compare-exchange: nobody has the same.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_uint used;
static int given[2];

static int allocate(void) {
  unsigned seen = atomic_load_explicit(&used, memory_order_relaxed);
  for (;;) {
    int bit = __builtin_ctz(~seen);
    if (atomic_compare_exchange_strong_explicit(&used, &seen, seen | 1u << bit, memory_order_acq_rel,
                                                memory_order_relaxed))
      return bit;
  }
}

static void* worker(void* arg) {
  given[(intptr_t)arg] = allocate();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(given[0] != given[1] && atomic_load_explicit(&used, memory_order_relaxed) == 3);
  return 0;
}
