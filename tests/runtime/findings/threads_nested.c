// Threads that start threads, more deeply than numbers go.
//
// bug: unsupported
#include <pthread.h>

static void* work(void* argument) {
  int* left = argument;
  pthread_t thread;
  if (--*left > 0 && pthread_create(&thread, 0, work, argument) == 0) pthread_join(thread, 0);
  return 0;
}

int main(void) {
  int left = 8;
  work(&left);
  return 0;
}
