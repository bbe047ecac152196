// bug: use-after-free
// A compiler that knows what malloc and free are leaves all of it out.
#include <stdlib.h>

struct pair {
  int first;
  int second;
};

int main(void) {
  struct pair* const pair = malloc(sizeof *pair);
  pair->first = 1;
  free(pair);
  pair->second = 2;
  return 0;
}
