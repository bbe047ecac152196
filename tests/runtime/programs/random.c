// Sources of random numbers give some.
//
// bug: none
#define _DEFAULT_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <sys/random.h>

int main(void) {
  unsigned char bytes[64] = {0};
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
  int sum = 0;
  for (unsigned i = 0; i < sizeof bytes; i++) sum += bytes[i];
  assert(sum > 0);
  assert(getentropy(bytes, 16) == 0);
  srand(5);
  int first = rand();
  srand(5);
  assert(rand() == first && first >= 0);
  unsigned state = 7;
  assert(rand_r(&state) >= 0 && random() >= 0);
}
