// Each thread has a number of its own, as Dartagnan has it.
//
// bug: none
#include <assert.h>
#include <dat3m.h>
#include <pthread.h>

static unsigned long its;

static void* work(void* argument) {
  its = __VERIFIER_tid();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(its == thread);
  assert(__VERIFIER_tid() == pthread_self() && its != __VERIFIER_tid());
  return 0;
}
