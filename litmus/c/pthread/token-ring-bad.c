// Three stations hand on a token in whatever order they come; a check expects that it has gone round.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x1, x2, x3;

static void* station1(void* arg) {
  pthread_mutex_lock(&lock);
  x1 = (x3 + 1) % 4;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* station2(void* arg) {
  pthread_mutex_lock(&lock);
  x2 = x1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* station3(void* arg) {
  pthread_mutex_lock(&lock);
  x3 = x2;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, station1, NULL);
  pthread_create(&threads[1], NULL, station2, NULL);
  pthread_create(&threads[2], NULL, station3, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(x1 == x2 && x2 == x3);
}
