// Whoever waits for a signal for no longer than a while may go on without it; it is there for the next one who looks.
//
// bug: none
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static sigset_t one;

static void* wait_a_while(void* argument) {
  const struct timespec none = {0, 0};
  const struct timespec second = {1, 0};
  const int number = sigtimedwait(&one, 0, &second);
  assert(number == SIGUSR1 || (number == -1 && errno == EAGAIN));
  assert(number == SIGUSR1 || sigtimedwait(&one, 0, &none) == SIGUSR1 || errno == EAGAIN);
  return argument;
}

int main(void) {
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &one, 0);
  pthread_t thread;
  pthread_create(&thread, 0, wait_a_while, 0);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
