// exit(0) is no bug: what was registered for it is called, what was for quick_exit is not, and main, which waits for
// the thread, does not go on.
//
// bug: none
#include <pthread.h>
#include <stdlib.h>

static int called;

static void at_exit(void) { called = 1; }
static void at_quick_exit_(void) { abort(); }

static void* leaver(void* argument) {
  exit(0);
  return argument;
}

int main() {
  pthread_t thread;
  atexit(at_exit);
  at_quick_exit(at_quick_exit_);
  pthread_create(&thread, 0, leaver, 0);
  pthread_join(thread, 0);
  abort();
}
