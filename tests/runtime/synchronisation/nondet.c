// A value that may be any is tried at its ends.
//
// bug: assertion
#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  const int value = __VERIFIER_nondet_int();
  assert(!(__VERIFIER_nondet_bool() && value == INT_MIN));
  return 0;
}
