// What GenMC's annotations are put around is an expression, or a statement with its semicolon.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int x;
static _Atomic(void*) last;

static void* worker(void* arg) {
  int old = __VERIFIER_speculative_read(atomic_load_explicit(&x, memory_order_relaxed););
  while (!__VERIFIER_confirming_CAS(atomic_compare_exchange_strong(&x, &old, old + 1);)) {
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(__VERIFIER_confirming_read(atomic_load(&x)) == 2);
  __VERIFIER_final_write(atomic_store(&x, 3););
  int old = 3;
  const bool exchanged = __VERIFIER_final_CAS(atomic_compare_exchange_strong(&x, &old, 4));
  assert(exchanged);
  old = 4;
  __VERIFIER_helped_CAS(atomic_compare_exchange_strong(&x, &old, 5););
  assert(x == 5);
  void* const loaded = __VERIFIER_speculative_read(atomic_load(&last));
  assert(loaded == NULL);
  return 0;
}
