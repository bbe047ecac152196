// Sent to the process by a thread that blocks it, while another does not: that one would be interrupted.
//
// bug: unsupported
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int sent;

static void handle(int number) { (void)number; }

static void* look(void* argument) {
  while (atomic_load(&sent) == 0) continue;
  return argument;
}

int main(void) {
  pthread_t other;
  sigset_t set;
  signal(SIGUSR1, handle);
  pthread_create(&other, NULL, look, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  kill(getpid(), SIGUSR1);
  atomic_store(&sent, 1);
  pthread_join(other, NULL);
  return 0;
}
