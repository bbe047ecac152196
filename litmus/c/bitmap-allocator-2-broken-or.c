// Numbers are given out from a bitmap by a look and a fetch_or whose result is not checked: two may
// have the same.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_uint used;
static int given[2];

static int allocate(void) {
  int bit = __builtin_ctz(~atomic_load_explicit(&used, memory_order_relaxed));
  atomic_fetch_or_explicit(&used, 1u << bit, memory_order_acq_rel);
  return bit;
}

static void* worker(void* arg) {
  given[(intptr_t)arg] = allocate();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(given[0] != given[1]);
  return 0;
}
