// Static data of all kinds are as they were at the start of each execution.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int initialised = 3, zero, large[100000];
static char* heap;
static _Thread_local int own = 2;

static void* work(void* arg) {
  static int calls;
  assert(++calls == 1);
  initialised = large[99999] = zero = 7;
  return arg;
}

int main(void) {
  static int runs;
  assert(++runs == 1 && initialised == 3 && zero == 0 && large[99999] == 0 && heap == NULL && own == 2);
  own = 5;
  heap = malloc(100);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(initialised == 7 && zero == 7 && large[99999] == 7);
  free(heap);
}
