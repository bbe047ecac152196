// A home-made barrier whose last thread sets the count back: a thread that comes to the next barrier before the other
// has woken makes that one wait for ever.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>

enum { threads = 2, rounds = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  if (++arrived == threads) {
    arrived = 0;
    pthread_cond_broadcast(&all_here);
  } else {
    while (arrived != 0) pthread_cond_wait(&all_here, &lock);
  }
  pthread_mutex_unlock(&lock);
}

static void* work(void* arg) {
  for (int i = 0; i < rounds; i++) barrier();
  return arg;
}

int main(void) {
  pthread_t workers[threads];
  for (int i = 0; i < threads; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++) pthread_join(workers[i], NULL);
}
