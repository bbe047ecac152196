// Of the competition on software verification: where a program defines reach_error, abort() is no error, but the end of
// what is of no interest.
//
// bug: none
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

void reach_error(void) { assert(0); }
static void assume_abort_if_not(int holds) {
  if (!holds) abort();
}

int main(void) {
  const int value = __VERIFIER_nondet_int();
  assume_abort_if_not(value >= 0 && value <= 1);
  if (value != 0 && value != 1) reach_error();
  return 0;
}
