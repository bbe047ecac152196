// Atomic accesses of sixteen bytes are refused.
//
// bug: unsupported
#include <stdatomic.h>

static _Atomic __int128 x;

int main(void) {
  atomic_store(&x, 1);
  return 0;
}
