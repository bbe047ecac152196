// A lock that is waited for for a while.
//
// bug: none
// graphs: 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  const int result = pthread_mutex_timedlock(&mutex, &until);
  if (result == 0) {
    ++count;
    pthread_mutex_unlock(&mutex);
  } else {
    assert(result == ETIMEDOUT);
  }
  pthread_join(thread, NULL);
  return 0;
}
