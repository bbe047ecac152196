// Of the competition on software verification: an error that can be reached, behind sections that exclude each other.
//
// bug: assertion
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);

static int x;

static void* increment(void* argument) {
  __VERIFIER_atomic_begin();
  ++x;
  __VERIFIER_atomic_end();
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, increment, 0);
  __VERIFIER_atomic_begin();
  const int before = x;
  ++x;
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
  if (before == 1) reach_error();
}
