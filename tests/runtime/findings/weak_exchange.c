// A weak compare-exchange that is taken for a strong one.
//
// bug: assertion
// options: --spurious
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int lock;

int main(void) {
  int expected = 0;
  const bool got = atomic_compare_exchange_weak(&lock, &expected, 1);
  assert(got);
}
