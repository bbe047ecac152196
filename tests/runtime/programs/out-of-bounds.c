// A byte after a block is written.
//
// bug: out-of-bounds
#include <stdlib.h>

int main(void) {
  char* volatile block = malloc(24);
  volatile int index = 24;
  block[index] = 1;
  free(block);
}
