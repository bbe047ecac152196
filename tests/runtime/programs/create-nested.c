// A thread creates and joins another one.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int depth;

static void* inner(void* arg) {
  depth++;
  return arg;
}

static void* outer(void* arg) {
  pthread_t thread;
  depth++;
  pthread_create(&thread, NULL, inner, NULL);
  pthread_join(thread, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, outer, NULL);
  pthread_join(thread, NULL);
  assert(depth == 2);
}
