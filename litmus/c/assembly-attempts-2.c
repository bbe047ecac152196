// Threads that try for a lock in inline assembly at most three times, and count in a register: each attempt matters.
//
// bug: none
// graphs: 8
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define MOST 3

static int taken;
static int tries[2];

static int exchange(int* at, int value) {
  __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
  return value;
}

static void* worker(void* arg) {
  int n = 0;
  while (n < MOST && exchange(&taken, 1)) n++;
  tries[(intptr_t)arg] = n;
  if (n < MOST) __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(tries[0] == 0 || tries[1] == 0);
  return 0;
}
