// A thread recurses without an end.
//
// bug: signal
#include <pthread.h>
#include <string.h>

static int recurse(int depth) {
  volatile char frame[1000];
  frame[depth % 1000] = 1;
  if (depth < 0) return 0;
  return recurse(depth + 1) + frame[depth % 1000];
}

static void* work(void* arg) {
  *(int*)arg = recurse(0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, NULL, work, &result);
  pthread_join(thread, NULL);
  return result > 0;
}
