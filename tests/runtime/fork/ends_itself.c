// A thread that has read 1 ends the process by a system call that nobody can stand in for, in the way that the argument
// says: "exit" or "kill". The other goes on.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int x, y;
static long number, first, second;

static long call(long n, long a, long b) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b) : "rcx", "r11", "memory");
  return result;
}

static void* other(void* argument) {
  if (atomic_load(&x) == 1) call(number, number == SYS_kill ? call(SYS_getpid, 0, 0) : first, second);
  atomic_store(&y, 1);
  return argument;
}

int main(int argc, char** argv) {
  const int kills = argc > 1 && strcmp(argv[1], "kill") == 0;
  number = kills ? SYS_kill : SYS_exit_group;
  first = 5;
  second = SIGKILL;
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_store(&x, 1);
  atomic_load(&y);
  pthread_join(thread, NULL);
  return 0;
}
