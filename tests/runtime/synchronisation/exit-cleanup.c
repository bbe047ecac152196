// A thread ends in the middle of a function: what it has pushed is done, innermost first, and its result is there.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>

static int order, done[2];

static void note(void* which) { *(int*)which = ++order; }

static void leave(void) {
  pthread_cleanup_push(note, &done[1]);
  pthread_exit((void*)7);
  pthread_cleanup_pop(0);
}

static void* work(void* argument) {
  pthread_cleanup_push(note, &done[0]);
  leave();
  pthread_cleanup_pop(0);
  return argument;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  assert(result == (void*)7);
  assert(done[1] == 1 && done[0] == 2);
  return 0;
}
