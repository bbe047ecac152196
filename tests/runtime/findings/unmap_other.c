// Memory that is not the program's own mapping is not unmapped: it may be anybody's.
//
// bug: unsupported
#include <stdint.h>
#include <sys/mman.h>

static int data;

int main(void) {
  munmap((void*)((uintptr_t)&data & ~(uintptr_t)4095), 4096);
  return data;
}
