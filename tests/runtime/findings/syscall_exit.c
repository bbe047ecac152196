// bug: exit
// The process is not ended by a call that goes round the C library's functions.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int x;

static void* other(void* argument) {
  if (atomic_load(&x) == 1) syscall(SYS_exit_group, 3);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_store(&x, 1);
  pthread_join(thread, NULL);
  return 0;
}
