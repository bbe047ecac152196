// A watchdog gives up if the work has begun and is not complete.
//
// bug: abort
// race: no
// model: sc
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int begun, complete;

static void* work(void* arg) {
  pthread_mutex_lock(&lock);
  begun++;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  complete++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* watch(void* arg) {
  pthread_mutex_lock(&lock);
  if (begun != complete) abort();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t worker, watchdog;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&watchdog, NULL, watch, NULL);
  pthread_join(worker, NULL);
  pthread_join(watchdog, NULL);
}
