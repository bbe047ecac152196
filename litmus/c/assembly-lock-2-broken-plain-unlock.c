// Test-and-set spin lock in inline assembly for x86-64, whose owner leaves by a plain write: a race.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int taken;
static int counter;  // guarded by the lock

static void lock(void) {
  int found;
  do {
    found = 0;
    __asm__ __volatile__("lock; cmpxchgl %2, %1" : "+a"(found), "+m"(taken) : "r"(1) : "memory", "cc");
  } while (found != 0);
}

static void unlock(void) { taken = 0; }

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
