// Szymanski's algorithm: N threads, once each, all seq_cst.
#include <stdatomic.h>

#include "threads.h"

static atomic_int state[N];
static int counter;

static void* work(void* arg) {
  const int me = (int)(intptr_t)arg;
  state[me] = 1;
  for (int i = 0; i < N; i++) {
    while (i != me && state[i] >= 3)
      ;
  }
  state[me] = 3;
  for (int i = 0; i < N; i++) {
    if (i == me || state[i] != 1) continue;
    state[me] = 2;
    for (int open = 0; !open;) {
      for (int j = 0; j < N; j++) open |= j != me && state[j] == 4;
    }
  }
  state[me] = 4;
  for (int i = 0; i < me; i++) {
    while (state[i] >= 2)
      ;
  }
  counter++;
  for (int i = me + 1; i < N; i++) {
    for (int seen = 2; seen == 2 || seen == 3;) seen = state[i];
  }
  state[me] = 0;
  return arg;
}

int main(void) {
  run_threads(N, work);
  return 0;
}
