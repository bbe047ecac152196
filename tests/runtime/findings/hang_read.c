// A system call that does not return.
//
// bug: hang
#include <unistd.h>

int main() {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) return 1;
  return (int)read(ends[0], &byte, 1);
}
