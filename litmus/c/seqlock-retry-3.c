// Sequence lock: two writers, a reader that tries until nothing was written meanwhile, all in release and acquire. The
// writers' order, and after how many of them the reader reads: 2! * 3 graphs.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* writer(void* arg) {
  const int value = (int)(intptr_t)arg;
  unsigned before;
  do {
    before = atomic_load_explicit(&sequence, memory_order_relaxed);
  } while (before % 2 != 0 || !atomic_compare_exchange_strong_explicit(&sequence, &before, before + 1,
                                                                       memory_order_acquire, memory_order_relaxed));
  atomic_store_explicit(&low, value, memory_order_release);
  atomic_store_explicit(&high, value, memory_order_release);
  atomic_store_explicit(&sequence, before + 2, memory_order_release);
  return arg;
}

static void* reader(void* arg) {
  for (;;) {
    const unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    if (before % 2 != 0) continue;
    const int a = atomic_load_explicit(&low, memory_order_acquire);
    const int b = atomic_load_explicit(&high, memory_order_acquire);
    if (atomic_load_explicit(&sequence, memory_order_relaxed) != before) continue;
    assert(a == b);
    return arg;
  }
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, writer, (void*)1);
  pthread_create(&threads[1], NULL, writer, (void*)2);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
