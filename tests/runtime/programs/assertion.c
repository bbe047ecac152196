// An assertion fails in a thread.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>

static int value = 1;

static void* work(void* arg) {
  value++;
  assert(value == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
