// The look before the first attempt synchronises with more than the attempt does, so a failed attempt is no later look.
// Three graphs: the other thread writes at the end, before the first look, or between that and the attempt. (If it
// writes at the end nobody fails; between them the first attempt fails and the second one does not.)
//
// bug: none
// graphs: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word;

static void* set(void* arg) {
  int seen = atomic_load_explicit(&word, memory_order_acquire);
  while (!atomic_compare_exchange_strong_explicit(&word, &seen, 7, memory_order_relaxed, memory_order_relaxed)) {
  }
  return arg;
}

static void* write(void* arg) {
  atomic_store_explicit(&word, 3, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, set, NULL);
  pthread_create(&threads[1], NULL, write, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&word) != 0);
  return 0;
}
