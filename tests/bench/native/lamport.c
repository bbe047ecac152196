// Lamport's fast mutual exclusion (1987): N threads, once each, all seq_cst.
#include <stdatomic.h>

#include "threads.h"

static atomic_int x, y, trying[N];
static int counter;

static void* work(void* arg) {
  const int me = (int)(intptr_t)arg;
  for (;;) {
    trying[me] = 1;
    x = me + 1;
    if (y != 0) {
      trying[me] = 0;
      while (y != 0)
        ;
      continue;
    }
    y = me + 1;
    if (x == me + 1) break;
    trying[me] = 0;
    for (int i = 0; i < N; i++) {
      while (trying[i])
        ;
    }
    if (y == me + 1) break;
    while (y != 0)
      ;
  }
  counter++;
  y = 0;
  trying[me] = 0;
  return arg;
}

int main(void) {
  run_threads(N, work);
  return 0;
}
