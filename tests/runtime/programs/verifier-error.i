// Preprocessed, as the competition on software verification has its programs: of values that may be any, one is wrong.
//
// bug: assertion
# 1 "verifier-error.c"
# 1 "<built-in>"
# 1 "verifier-error.c"
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char*, const char*, unsigned int, const char*);
void reach_error() { __assert_fail("0", "verifier-error.c", 4, "reach_error"); }
int main() {
  if (__VERIFIER_nondet_int() == -1) reach_error();
  return 0;
}
