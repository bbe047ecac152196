// exit() with a code of failure, in a thread that is not the first.
//
// bug: exit
#include <pthread.h>
#include <stdlib.h>

static void* leaver(void* argument) {
  exit(3);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, leaver, 0);
  pthread_join(thread, 0);
}
