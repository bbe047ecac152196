// A thread aborts.
//
// bug: abort
#include <pthread.h>
#include <stdlib.h>

static void* work(void* arg) {
  abort();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
