// A weak compare-exchange that is tried again until it succeeds may fail for no reason: that makes no other executions.
//
// bug: none
// options: --spurious
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void* work(void* argument) {
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(&lock, &expected, 1, memory_order_acquire, memory_order_relaxed)) {
    expected = 0;
  }
  count++;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
}
