// A home-made barrier that counts its rounds, so that who waits for one is not misled by the next.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

enum { threads = 2, rounds = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, generation;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  int mine = generation;
  if (++arrived == threads) {
    arrived = 0;
    generation++;
    pthread_cond_broadcast(&all_here);
  } else {
    while (generation == mine) pthread_cond_wait(&all_here, &lock);
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
  assert(generation == rounds);
}
