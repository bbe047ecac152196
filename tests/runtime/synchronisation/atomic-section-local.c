// Sections about a local of main's that both threads have: each makes one access, or two, and others notice them all.
//
// bug: none
// model: sc
// graphs: 2
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static void* set(void* argument) {
  int* const value = argument;
  __VERIFIER_atomic_begin();
  *value = 5;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  int value = 0;
  pthread_t thread;
  pthread_create(&thread, 0, set, &value);
  __VERIFIER_atomic_begin();
  value = value + 1;
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
  assert(value == 5 || value == 6);
  return 0;
}
