// A thread waits for signals that others send it, or to the process: each is taken by one who waits for it, and what
// was written before it was sent is seen.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t one;
static sigset_t both;
static int before_one;
static int before_all;

static void* wait_for_one(void* argument) {
  int number = 0;
  assert(sigwait(&one, &number) == 0 && number == SIGUSR1);
  assert(before_one == 1);
  return argument;
}

static void* wait_for_any(void* argument) {
  siginfo_t info;
  assert(sigwaitinfo(&both, &info) == SIGUSR2 && info.si_signo == SIGUSR2);
  assert(before_all == 1);
  return argument;
}

int main(void) {
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  both = one;
  sigaddset(&both, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &both, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, wait_for_one, 0);
  pthread_create(&threads[1], 0, wait_for_any, 0);
  before_one = 1;
  assert(pthread_kill(threads[0], SIGUSR1) == 0);
  before_all = 1;
  assert(kill(getpid(), SIGUSR2) == 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
