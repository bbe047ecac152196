// A block is freed twice.
//
// bug: double-free
#include <stdlib.h>

int main(void) {
  void* volatile block = malloc(8);
  void* again = block;
  free(block);
  free(again);
}
