// Time is virtual: sleeping takes none, and yet it passes. Random numbers are the same each time.
//
// bug: none
// graphs: 1
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec first, second;
  clock_gettime(CLOCK_MONOTONIC, &first);
  clock_gettime(CLOCK_MONOTONIC, &second);
  assert(second.tv_sec == first.tv_sec && second.tv_nsec > first.tv_nsec);
  sleep(1000);
  usleep(5);
  nanosleep(&(struct timespec){.tv_sec = 1000}, NULL);
  clock_gettime(CLOCK_MONOTONIC, &second);
  assert(second.tv_sec == first.tv_sec + 2000);
  const time_t now = time(NULL);
  assert(now > 1700000000);
  struct timespec until = {.tv_sec = now + 10};
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL);
  assert(time(NULL) >= now + 10);
  unsigned char bytes[16];
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
  srand(3);
  const int a = rand();
  srand(3);
  assert(rand() == a);
  return 0;
}
