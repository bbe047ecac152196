// bug: unsupported
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  return 0;
}
