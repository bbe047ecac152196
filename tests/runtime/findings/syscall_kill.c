// bug: signal
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGKILL);
  return 0;
}
