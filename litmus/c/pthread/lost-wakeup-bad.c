// A thread looks in one critical section and falls asleep in the next; it is woken in between.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static bool happened;

static bool look(void) {
  pthread_mutex_lock(&lock);
  bool seen = happened;
  pthread_mutex_unlock(&lock);
  return seen;
}

static void* await(void* arg) {
  if (look()) return arg;
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* announce(void* arg) {
  pthread_mutex_lock(&lock);
  happened = true;
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
