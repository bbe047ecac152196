// A thread waits for a signal without a look at whether there was one: if it comes first, nobody hears it.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void* await(void* arg) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* announce(void* arg) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t waiter, announcer;
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&announcer, NULL, announce, NULL);
  pthread_join(waiter, NULL);
  pthread_join(announcer, NULL);
}
