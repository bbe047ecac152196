// A pointer that leads nowhere is freed.
//
// bug: bad-free
#include <stdlib.h>

int main(void) {
  char* block = malloc(16);
  free(block);
  free((void*)0x123456780);
  return 0;
}
