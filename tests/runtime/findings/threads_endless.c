// Threads without end.
//
// bug: unsupported
// executions: 1
#include <pthread.h>

static void* work(void* argument) { return argument; }

int main(void) {
  for (;;) {
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0) != 0) return 1;
    pthread_join(thread, 0);
  }
}
