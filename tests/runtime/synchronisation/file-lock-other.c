// The lock of one file does not keep out who has another's.
//
// bug: race
#include <pthread.h>
#include <stdio.h>

static int count;

static void* add(void* file) {
  flockfile(file);
  ++count;
  funlockfile(file);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, stdout);
  add(stderr);
  pthread_join(thread, NULL);
}
