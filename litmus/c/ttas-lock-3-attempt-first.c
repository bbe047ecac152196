// Spin lock that is tried before it is tested, three threads increment a plain counter: 3! orders of them. Compilers
// like to put the first attempt in front of the loop, and the others in it: one that has failed is a wait all the same.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint taken;

static void lock(void) {
  unsigned expected = 0;
  while (!atomic_compare_exchange_strong_explicit(&taken, &expected, 1, memory_order_acquire, memory_order_relaxed)) {
    expected = 0;
    while (atomic_load_explicit(&taken, memory_order_relaxed) == 1) {
    }
  }
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
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
