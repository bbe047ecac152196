// Atomic accesses of 16 bytes are refused where they are.
//
// bug: unsupported
#include <stdatomic.h>

struct pair {
  long first, second;
};
static _Atomic(struct pair) pair;

int main() {
  struct pair seen = atomic_load(&pair);
  return seen.first == 1;
}
