// main ends with pthread_exit; its thread goes on, and joins it.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int cell;

static void* work(void* arg) {
  void* result = NULL;
  assert(pthread_join(first, &result) == 0 && result == &cell);
  return arg;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, work, NULL);
  pthread_exit(&cell);
}
