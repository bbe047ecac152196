// main returns while a thread that waits for nothing may still run.
//
// bug: none
#include <pthread.h>

static void* work(void* arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
