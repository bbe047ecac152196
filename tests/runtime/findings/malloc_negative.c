// A size that was negative before it was converted.
//
// bug: misuse
#include <stdlib.h>

int main(void) {
  volatile int count = -2;
  free(malloc(count));
}
