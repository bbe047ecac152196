// Two setters and a checker as in reorder-3-bad, under one lock.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void* set(void* arg) {
  pthread_mutex_lock(&lock);
  a = 1;
  b = -1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* check(void* arg) {
  pthread_mutex_lock(&lock);
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, set, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_create(&threads[2], NULL, check, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
