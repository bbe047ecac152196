// Test-and-test-and-set lock: N threads, once each.
#include <stdatomic.h>

#include "threads.h"

static atomic_int lock;
static int counter;

static void* work(void* arg) {
  do {
    while (atomic_load_explicit(&lock, memory_order_acquire) != 0)
      ;
  } while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) != 0);
  counter++;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return arg;
}

int main(void) {
  run_threads(N, work);
  return 0;
}
