// Sequence lock: the first WRITERS threads write, READERS others read until nothing was written meanwhile.
#include <stdatomic.h>

#include "threads.h"

static atomic_uint sequence;
static atomic_int low, high;
static int seen[WRITERS + READERS];

static void write_once(int value) {
  unsigned before;
  do {
    before = atomic_load_explicit(&sequence, memory_order_relaxed);
  } while (before % 2 != 0 || !atomic_compare_exchange_strong_explicit(&sequence, &before, before + 1,
                                                                       memory_order_acquire, memory_order_relaxed));
  atomic_store_explicit(&low, value, memory_order_release);
  atomic_store_explicit(&high, value, memory_order_release);
  atomic_store_explicit(&sequence, before + 2, memory_order_release);
}

static int read_once(void) {
  for (;;) {
    const unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    if (before % 2 != 0) continue;
    const int a = atomic_load_explicit(&low, memory_order_acquire);
    const int b = atomic_load_explicit(&high, memory_order_acquire);
    if (atomic_load_explicit(&sequence, memory_order_relaxed) == before) return a + b;
  }
}

static void* work(void* arg) {
  const int me = (int)(intptr_t)arg;
  if (me < WRITERS) {
    write_once(me + 1);
  } else {
    seen[me] = read_once();
  }
  return arg;
}

int main(void) {
  run_threads(WRITERS + READERS, work);
  return 0;
}
