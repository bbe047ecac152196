// Byte-sized flags next to each other in one word: each is a location of its own.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct {
  atomic_uchar first, second;
  atomic_ushort sum;
} word;

static void* set_first(void* arg) {
  atomic_store_explicit(&word.first, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&word.sum, 1, memory_order_relaxed);
  return arg;
}

static void* set_second(void* arg) {
  atomic_store_explicit(&word.second, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&word.sum, 2, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, set_first, NULL);
  pthread_create(&threads[1], NULL, set_second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&word.first, memory_order_relaxed) == 1 &&
         atomic_load_explicit(&word.second, memory_order_relaxed) == 1 &&
         atomic_load_explicit(&word.sum, memory_order_relaxed) == 3);
  return 0;
}
