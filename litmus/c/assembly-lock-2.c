// Test-and-set spin lock in inline assembly for x86-64, two threads increment a plain counter.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int taken;
static int counter;  // guarded by the lock

static void lock(void) {
  int old;
  do {
    old = 1;
    __asm__ __volatile__("xchgl %0, %1" : "+r"(old), "+m"(taken) : : "memory");
  } while (old != 0);
}

static void unlock(void) { __atomic_store_n(&taken, 0, __ATOMIC_RELEASE); }

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
