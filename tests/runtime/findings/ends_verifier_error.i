# 1 "ends_verifier_error.i"
# 1 "<built-in>"
# 1 "ends_verifier_error.i"
// Preprocessed, as the competition on software verification has its programs: of values that may be any, one is wrong.
//
// bug: assertion
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char*, const char*, unsigned int, const char*);
void reach_error() { __assert_fail("0", "ends_verifier_error.i", 8, "reach_error"); }
int main() {
  if (__VERIFIER_nondet_int() == -1) reach_error();
  return 0;
}
