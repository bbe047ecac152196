// exit(0) is no bug, and what was registered to be called then is not called.
//
// bug: none
#include <pthread.h>
#include <stdlib.h>

static void at_exit(void) { abort(); }

static void* leaver(void* argument) {
  exit(0);
  return argument;
}

int main() {
  pthread_t thread;
  atexit(at_exit);
  pthread_create(&thread, 0, leaver, 0);
  pthread_join(thread, 0);
  return 0;
}
