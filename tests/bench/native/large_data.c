// 64 MiB of data, of which an execution writes 160 KiB: what it takes to take an execution back.
#include <stdatomic.h>

#include "threads.h"

static int data[16 << 20];
static atomic_int x, y;

static void* work(void* arg) {
  for (int i = 0; i < 40; i++) {
    if (arg == 0) {
      atomic_store(&x, i);
      data[i << 12] = i + 1;
    } else {
      atomic_store(&y, atomic_load(&x));
    }
  }
  return arg;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
