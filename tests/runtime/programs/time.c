// Clocks do not go backwards, and agree.
//
// bug: none
#define _DEFAULT_SOURCE
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
  struct timespec first, second, real;
  struct timeval day;
  clock_gettime(CLOCK_MONOTONIC, &first);
  clock_gettime(CLOCK_MONOTONIC, &second);
  assert(second.tv_sec > first.tv_sec || (second.tv_sec == first.tv_sec && second.tv_nsec >= first.tv_nsec));
  assert(clock_gettime(CLOCK_REALTIME, &real) == 0 && gettimeofday(&day, NULL) == 0);
  time_t seconds = time(NULL);
  assert(day.tv_sec >= real.tv_sec && day.tv_sec - real.tv_sec <= 1 && seconds >= real.tv_sec - 1);
  assert(timespec_get(&real, TIME_UTC) == TIME_UTC && clock() != (clock_t)-1);
  struct tm parts;
  assert(gmtime_r(&seconds, &parts) != NULL && mktime(&parts) != (time_t)-1);
}
