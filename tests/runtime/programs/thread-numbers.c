// Threads have numbers of their own, however these are asked for; who sends a signal by such a number sends it to that
// thread, and to none that is not there.
//
// bug: none
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static sigset_t set;
static atomic_int number;
static int taken[2];

static void* take(void* arg) {
  assert(syscall(SYS_gettid) == gettid() && gettid() != getpid());
  atomic_store(&number, gettid());
  for (int i = 0; i < 2; i++) sigwait(&set, &taken[i]);
  return arg;
}

int main(void) {
  assert(syscall(SYS_getpid) == getpid() && syscall(SYS_gettid) == getpid());
  assert(tgkill(getpid(), getpid() + 1, 0) == -1 && errno == ESRCH);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  while (atomic_load(&number) == 0) continue;
  assert(syscall(SYS_tgkill, getpid(), number, SIGUSR1) == 0);
  assert(syscall(SYS_tkill, number, SIGUSR2) == 0);
  pthread_join(thread, NULL);
  assert(taken[0] + taken[1] == SIGUSR1 + SIGUSR2);
  return 0;
}
