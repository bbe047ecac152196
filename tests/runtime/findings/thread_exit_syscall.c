// bug: none
// A thread that leaves by the system call has left, and can be joined.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int data;

static void* other(void* argument) {
  data = 1;
  syscall(SYS_exit, 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  return data - 1;
}
