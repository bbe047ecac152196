// Handlers run at the end, the last one first, also if a thread calls exit.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int order;

static void first(void) {
  order = order * 10 + 1;
  assert(order == 21);
}

static void second(void) { order = order * 10 + 2; }

static void* leave(void* arg) {
  exit(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(atexit(first) == 0 && atexit(second) == 0);
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  assert(0);
}
