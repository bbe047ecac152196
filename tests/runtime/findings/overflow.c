// Recursion without end, in a thread; the other thread goes on to a failed assertion of its own.
//
// bug: stack-overflow
#include <pthread.h>
#include <stdatomic.h>

static atomic_int depth;

__attribute__((noinline)) static int deeper(volatile int* before) {
  volatile int here[64];
  here[0] = *before + 1;
  return deeper(here) + here[0];
}

static void* descend(void* argument) {
  volatile int start = 0;
  atomic_store(&depth, deeper(&start));
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, descend, 0);
  pthread_join(thread, 0);
}
