// Test-and-set spin lock on an atomic_flag that is cleared relaxed: the next owner does not see the
// increment of the last, which is a data race on the counter.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) {
  }
}

static void unlock(void) { atomic_flag_clear_explicit(&taken, memory_order_relaxed); }

static int counter;  // guarded by the lock

static void* worker(void* arg) {
  lock();
  counter++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
