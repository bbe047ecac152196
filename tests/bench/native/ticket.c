// Ticket lock: N threads, once each.
#include <stdatomic.h>

#include "threads.h"

static atomic_int next, served;
static int counter;

static void* work(void* arg) {
  const int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&served, memory_order_acquire) != ticket)
    ;
  counter++;
  atomic_store_explicit(&served, ticket + 1, memory_order_release);
  return arg;
}

int main(void) {
  run_threads(N, work);
  return 0;
}
