// A wait for a condition that times out, or does not: neither is wrong.
//
// bug: none
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* make_ready(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, make_ready, NULL);
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  int result = 0;
  while (!ready && result == 0) result = pthread_cond_timedwait(&condition, &mutex, &until);
  assert(result == 0 || result == ETIMEDOUT);

  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
