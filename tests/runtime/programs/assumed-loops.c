// Where no execution comes to an end, and most are given up since an assumption is false, loops are bounded, too: six
// orders of four sections, and ten executions in which an exchange falls into a section of the other thread.
//
// bug: none
// graphs: 0
// truncated: 16
#include <graphfuzz/harness.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* claim(void* arg) {
  for (;;) {
    graphfuzz_assume(atomic_exchange(&x, 1) == 0);
    atomic_store(&x, 0);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, claim, NULL);
  pthread_create(&two, NULL, claim, NULL);
  return 0;
}
