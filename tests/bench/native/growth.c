// Four threads that write and read STEPS times each, in turn in eight places: eight times STEPS events.
#include <stdatomic.h>

#include "threads.h"

static atomic_int x[8];

static void* work(void* arg) {
  for (int i = 0; i < STEPS; i++) {
    atomic_store_explicit(&x[i % 8], i, memory_order_release);
    (void)atomic_load_explicit(&x[(i + 3) % 8], memory_order_acquire);
  }
  return arg;
}

int main(void) {
  run_threads(4, work);
  return 0;
}
