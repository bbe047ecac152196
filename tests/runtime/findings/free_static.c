// What was never allocated is freed, though what is before it looks as if it had been.
//
// bug: bad-free
#include <stdlib.h>

static _Alignas(16) unsigned long memory[8] = {0, 0x21, 0, 0, 0, 0x21};

int main(void) {
  free(memory + 2);
  return 0;
}
