// pthread_exit ends a thread from within a call, with a value.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int cell;

static void leave(void) {
  cell = 3;
  pthread_exit(&cell);
}

static void* work(void* arg) {
  leave();
  assert(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  assert(result == &cell && cell == 3);
}
