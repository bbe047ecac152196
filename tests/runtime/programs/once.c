// pthread_once: all see what was done once.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void initialise(void) { times++; }

static void* work(void* arg) {
  assert(pthread_once(&once, initialise) == 0);
  assert(times == 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
