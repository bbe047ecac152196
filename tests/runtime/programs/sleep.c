// Sleeps take at least as long as they were to, by the monotonic clock.
//
// bug: none
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  assert(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void* doze(void* arg) {
  long long begin = now();
  usleep(5000);
  assert(now() - begin >= 5000000);
  return arg;
}

int main(void) {
  pthread_t thread;
  long long begin = now();
  pthread_create(&thread, NULL, doze, NULL);
  struct timespec pause = {0, 10000000};
  assert(nanosleep(&pause, NULL) == 0);
  assert(now() - begin >= 10000000);
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += 1;
  assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0);
  assert(now() - begin >= 1010000000);
  assert(sleep(0) == 0);
  pthread_join(thread, NULL);
}
