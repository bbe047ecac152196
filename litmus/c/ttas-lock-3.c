// Test-and-test-and-set spin lock, three threads increment a plain counter.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int taken;

static void lock(void) {
  do {
    while (atomic_load_explicit(&taken, memory_order_relaxed) != 0) {
    }
  } while (atomic_exchange_explicit(&taken, 1, memory_order_acquire) != 0);
}

static void unlock(void) { atomic_store_explicit(&taken, 0, memory_order_release); }

static int counter;  // guarded by the lock

static void* worker(void* arg) {
  lock();
  counter++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
