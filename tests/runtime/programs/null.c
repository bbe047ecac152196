// A thread follows a null pointer.
//
// bug: signal
#include <pthread.h>

static int* volatile nowhere;

static void* work(void* arg) {
  *nowhere = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
