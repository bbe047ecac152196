// Waits for descriptors: without any they are sleeps, which take no time; with some they are as long as they say, and
// nobody hears of what interrupts them.
//
// bug: none
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  assert(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int ends[2];

static void* doze(void* arg) {
  long long begin = now();
  assert(poll(0, 0, 3600000) == 0);
  struct timeval hour = {3600, 0};
  assert(select(0, 0, 0, 0, &hour) == 0 && hour.tv_sec == 0 && hour.tv_usec == 0);
  struct timespec hour_too = {3600, 0};
  assert(pselect(0, 0, 0, 0, &hour_too, 0) == 0);
  assert(ppoll(0, 0, &hour_too, 0) == 0);
  assert(now() - begin >= 4 * 3600000000000ll);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  pthread_create(&thread, 0, doze, 0);
  struct pollfd one = {ends[0], POLLIN, 0};
  assert(poll(&one, 1, 300) == 0);
  long long begin = now(), rounds = 0;
  while (now() - begin < 3000000) assert(poll(&one, 1, 1) == 0 && ++rounds < 10);
  fd_set in;
  FD_ZERO(&in);
  FD_SET(ends[0], &in);
  struct timeval time = {0, 300000};
  assert(select(ends[0] + 1, &in, 0, 0, &time) == 0 && !FD_ISSET(ends[0], &in));
  int events = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = ends[0]};
  assert(epoll_ctl(events, EPOLL_CTL_ADD, ends[0], &event) == 0);
  assert(epoll_wait(events, &event, 1, 1) == 0);
  struct timeval wrong = {-1, 0};
  assert(select(0, 0, 0, 0, &wrong) == -1 && errno == EINVAL);
  struct timespec wrong_too = {0, 2000000000};
  assert(ppoll(0, 0, &wrong_too, 0) == -1 && errno == EINVAL);
  assert(pselect(0, 0, 0, 0, &wrong_too, 0) == -1 && errno == EINVAL);
  assert(select(-1, 0, 0, 0, &time) == -1 && errno == EINVAL);

  assert(write(ends[1], "x", 1) == 1);
  assert(poll(&one, 1, -1) == 1 && one.revents == POLLIN);
  struct timespec ever = {LONG_MAX, 0};
  one.revents = 0;
  sigset_t all;
  sigfillset(&all);
  assert(ppoll(&one, 1, &ever, &all) == 1 && one.revents == POLLIN && one.events == POLLIN);
  FD_SET(ends[0], &in);
  time.tv_sec = 3600;
  assert(select(ends[0] + 1, &in, 0, 0, &time) == 1 && FD_ISSET(ends[0], &in) && time.tv_sec >= 3590);
  assert(epoll_wait(events, &event, 1, 3600000) == 1 && event.data.fd == ends[0]);
  pthread_join(thread, 0);
}
