// A barrier for two threads, one of which stays away if the work is done already.
//
// bug: deadlock
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static bool done;

static void* work(void* arg) {
  pthread_mutex_lock(&lock);
  done = true;
  pthread_mutex_unlock(&lock);
  pthread_barrier_wait(&barrier);
  return arg;
}

static void* assist(void* arg) {
  pthread_mutex_lock(&lock);
  bool superfluous = done;
  pthread_mutex_unlock(&lock);
  if (!superfluous) pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t worker, assistant;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&assistant, NULL, assist, NULL);
  pthread_join(worker, NULL);
  pthread_join(assistant, NULL);
  pthread_barrier_destroy(&barrier);
}
