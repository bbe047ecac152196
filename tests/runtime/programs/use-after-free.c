// A block is read when it has been freed.
//
// bug: use-after-free
#include <stdlib.h>

int main(void) {
  int* volatile block = calloc(1, sizeof(int));
  int* again = block;
  free(block);
  return *(volatile int*)again == 1 ? 0 : 0;
}
