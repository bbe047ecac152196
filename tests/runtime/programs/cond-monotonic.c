// A condition variable that goes by the monotonic clock.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_condattr_t attributes;
  pthread_cond_t never;
  struct timespec deadline, now;
  assert(pthread_condattr_init(&attributes) == 0);
  assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  assert(pthread_cond_init(&never, &attributes) == 0);
  assert(pthread_condattr_destroy(&attributes) == 0);
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += (deadline.tv_nsec + 20000000) / 1000000000;
  deadline.tv_nsec = (deadline.tv_nsec + 20000000) % 1000000000;
  pthread_mutex_lock(&lock);
  int result;
  while ((result = pthread_cond_timedwait(&never, &lock, &deadline)) == 0) {
  }
  assert(result == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  pthread_mutex_unlock(&lock);
}
