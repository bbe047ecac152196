// Memory of the program's own file is unmapped by a system call that one has made oneself.
//
// bug: unsupported
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int x;

int main(void) {
  void* const mine = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  syscall(SYS_munmap, mine, 4096L);
  syscall(SYS_munmap, (uintptr_t)&x & ~4095UL, 4096L);
  return 0;
}
