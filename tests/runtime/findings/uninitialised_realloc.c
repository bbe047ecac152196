// The tail of a block that has grown.
//
// bug: uninitialised
// options: --uninitialised
#include <stdlib.h>

int main() {
  int* numbers = calloc(2, sizeof *numbers);
  numbers = realloc(numbers, 4 * sizeof *numbers);
  volatile int* seen = numbers;
  if (seen[0] != 0) return 0;
  return seen[3] == 1;
}
