/* graphfuzz/harness.h for programs that are run by themselves: notes are printed, as "name=value;". */
#include <stdio.h>
#include <stdlib.h>

#include "graphfuzz/harness.h"

void graphfuzz_assume(int condition) {
  if (!condition) _Exit(3);
}
unsigned graphfuzz_choose(unsigned n) {
  (void)n;
  return 0;
}
void graphfuzz_note(const char* name, long long value) { printf("%s=%lld;\n", name, value); }
void graphfuzz_begin_atomic(void) {}
void graphfuzz_end_atomic(void) {}
