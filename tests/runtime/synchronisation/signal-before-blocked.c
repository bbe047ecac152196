// A signal whose default is to be ignored, sent to a thread that may not block it yet: then it is lost, and the thread
// waits for ever.
//
// bug: deadlock
#include <pthread.h>
#include <signal.h>

static sigset_t set;
static pthread_t waiter;

static void* block_and_wait(void* argument) {
  int number;
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sigwait(&set, &number);
  return argument;
}

static void* send(void* argument) {
  pthread_kill(waiter, SIGURG);
  return argument;
}

int main(void) {
  pthread_t sender;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  pthread_create(&waiter, NULL, block_and_wait, NULL);
  pthread_create(&sender, NULL, send, NULL);
  pthread_join(sender, NULL);
  pthread_join(waiter, NULL);
  return 0;
}
