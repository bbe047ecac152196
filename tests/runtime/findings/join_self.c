// A thread that waits for its own end.
//
// bug: misuse
#include <pthread.h>

static void* work(void* argument) {
  pthread_join(pthread_self(), 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  return pthread_join(thread, 0);
}
