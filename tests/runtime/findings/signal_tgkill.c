// A thread ends the process by its own number.
//
// bug: signal
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void* work(void* arg) {
  tgkill(getpid(), gettid(), SIGKILL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
