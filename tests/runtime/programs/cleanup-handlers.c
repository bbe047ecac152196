// Cleanup handlers run when a thread exits, the last one first, and when popped with execute.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int order;

static void append(void* digit) { order = order * 10 + *(int*)digit; }

static void* work(void* arg) {
  static int one = 1, two = 2, three = 3;
  pthread_cleanup_push(append, &one);
  pthread_cleanup_push(append, &two);
  pthread_cleanup_push(append, &three);
  pthread_cleanup_pop(1);
  pthread_exit(arg);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(order == 321);
}
