// Three threads set a word, each with what it has found in it before: 3! orders of them, and the last one may have seen
// the word set by either of the others.
//
// bug: none
// graphs: 12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word;

static void* set(void* arg) {
  int seen = atomic_load_explicit(&word, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&word, &seen, 7, memory_order_release, memory_order_relaxed)) {
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, set, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&word) == 7);
  return 0;
}
