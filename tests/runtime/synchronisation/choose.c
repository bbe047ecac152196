// Choices: each is another execution.
//
// bug: none
// graphs: 21
#include <assert.h>
#include <graphfuzz/harness.h>

int main(void) {
  const unsigned a = graphfuzz_choose(7);
  const unsigned b = graphfuzz_choose(3);
  assert(a < 7 && b < 3);
  assert(graphfuzz_choose(1) == 0);
  graphfuzz_note("both", 10 * a + b);
  return 0;
}
