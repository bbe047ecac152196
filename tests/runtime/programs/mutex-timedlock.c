// Waiting for a mutex ends at a point of time if nobody gives it back, and at once if it is free.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_it(void* arg) {
  struct timespec deadline, now;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += (deadline.tv_nsec + 20000000) / 1000000000;
  deadline.tv_nsec = (deadline.tv_nsec + 20000000) % 1000000000;
  assert(pthread_mutex_timedlock(&lock, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  return arg;
}

int main(void) {
  struct timespec past = {0, 0};
  assert(pthread_mutex_timedlock(&lock, &past) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&lock);
}
