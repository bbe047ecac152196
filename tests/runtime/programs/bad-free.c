// The middle of a block is freed.
//
// bug: bad-free
#include <stdlib.h>

int main(void) {
  char* volatile block = malloc(64);
  char* volatile middle = block + 16;
  free(middle);
}
