// One thread tries to lock a file, one locks it twice: it is first, second, or in between, and then has not got it.
//
// bug: none
// graphs: 3
#include <pthread.h>
#include <stdio.h>

static int count;

static void* add(void* argument) {
  flockfile(stdout);
  flockfile(stdout);
  ++count;
  funlockfile(stdout);
  ++count;
  funlockfile(stdout);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  if (ftrylockfile(stdout) == 0) {
    ++count;
    funlockfile(stdout);
  }
  pthread_join(thread, NULL);
  return count != 2 && count != 3;
}
