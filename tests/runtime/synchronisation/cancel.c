// Cancelling threads is not supported, which is said.
//
// bug: unsupported
#include <pthread.h>
#include <stddef.h>

static void* work(void* argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
