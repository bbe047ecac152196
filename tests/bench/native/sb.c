// Store buffering, relaxed.
#include <stdatomic.h>

#include "threads.h"

static atomic_int x[2];
static int seen[2];

static void* work(void* arg) {
  int me = (int)(intptr_t)arg;
  atomic_store_explicit(&x[me], 1, memory_order_relaxed);
  seen[me] = atomic_load_explicit(&x[1 - me], memory_order_relaxed);
  return arg;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
