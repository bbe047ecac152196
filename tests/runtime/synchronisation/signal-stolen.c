// What is sent to the process once is for one of two that wait for it: the other waits for ever.
//
// bug: deadlock
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t all;

static void* wait_for_it(void* argument) {
  int number;
  sigwait(&all, &number);
  return argument;
}

int main(void) {
  sigemptyset(&all);
  sigaddset(&all, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &all, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, wait_for_it, 0);
  pthread_create(&threads[1], 0, wait_for_it, 0);
  kill(getpid(), SIGUSR1);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
