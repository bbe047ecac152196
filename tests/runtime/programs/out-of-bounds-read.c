// Four bytes before a block are read.
//
// bug: out-of-bounds
#include <stdlib.h>

int main(void) {
  int* volatile block = calloc(4, sizeof(int));
  volatile int index = -1;
  int value = block[index];
  free(block);
  return value == 12345 ? 0 : 0;
}
