// Two threads, and something that is done once: by one of them, and the other comes after it.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, times;

static void make(void) {
  ++times;
  value = 42;
}

static void* use(void* argument) {
  pthread_once(&once, make);
  assert(value == 42);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  use(NULL);
  pthread_join(thread, NULL);
  assert(times == 1);
  return 0;
}
