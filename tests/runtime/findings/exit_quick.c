// Functions that at_quick_exit was given are called by quick_exit, and no others.
//
// bug: assertion
#include <assert.h>
#include <stdlib.h>

static int order;

static void never(void) { abort(); }
static void first(void) { assert(order != 1); }
static void second(void) { order = 1; }

int main() {
  atexit(never);
  at_quick_exit(first);
  at_quick_exit(second);
  quick_exit(0);
}
