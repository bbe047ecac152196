// A pointer that leads nowhere is to become larger.
//
// bug: bad-free
#include <stdlib.h>

int main(void) {
  char* block = realloc((void*)0x123456780, 32);
  return block == 0;
}
