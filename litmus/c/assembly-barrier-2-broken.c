// Sense-reversing barrier whose count is in inline assembly for x86-64, as programs of the SPLASH suites have it; main
// does not wait for the other thread after the last one.
//
// bug: assertion
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 2

static struct {
  volatile int sense;
  volatile int count;
} barrier = {1, 0};
static int done;

static int compare_and_swap(volatile int* at, int expected, int desired) {
  int found;
  __asm__ __volatile__("lock; cmpxchgl %2, %1" : "=a"(found), "+m"(*at) : "r"(desired), "0"(expected) : "memory", "cc");
  return found;
}

static void wait_for_all(void) {
  int sense = barrier.sense;
  while (1) {
    int before = barrier.count;
    int after = before + sense;
    if (compare_and_swap(&barrier.count, before, after) != before) continue;
    if ((after == THREADS && sense == 1) || (after == 0 && sense == -1)) barrier.sense = -sense;
    break;
  }
  while (barrier.sense == sense) {
  }
}

static void* worker(void* arg) {
  wait_for_all();
  done++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  assert(done == THREADS);
  return 0;
}
