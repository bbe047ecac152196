// Two threads wait for the same event, and both are woken.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static bool happened;

static void* await(void* arg) {
  pthread_mutex_lock(&lock);
  while (!happened) pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* announce(void* arg) {
  pthread_mutex_lock(&lock);
  happened = true;
  pthread_cond_broadcast(&ready);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, await, NULL);
  pthread_create(&threads[1], NULL, await, NULL);
  pthread_create(&threads[2], NULL, announce, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(happened);
}
