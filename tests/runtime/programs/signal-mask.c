// A signal that is blocked waits until it no longer is; a thread begins with what the one that made it has blocked.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void handle(int number) { got = number; }

static void* work(void* argument) {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, 0, &blocked);
  assert(sigismember(&blocked, SIGUSR1) && !sigismember(&blocked, SIGUSR2));
  return argument;
}

int main(void) {
  signal(SIGUSR1, handle);
  sigset_t one;
  sigset_t before;
  sigset_t waiting;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  assert(pthread_sigmask(SIG_BLOCK, &one, &before) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  raise(SIGUSR1);
  assert(got == 0 && sigpending(&waiting) == 0 && sigismember(&waiting, SIGUSR1));
  assert(pthread_sigmask(SIG_SETMASK, &before, 0) == 0);
  assert(got == SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
