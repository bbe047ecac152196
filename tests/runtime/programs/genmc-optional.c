// What a program for GenMC calls optional is left out: which attempts see the lock taken makes no graphs.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock, entered;
static int inside;

static void* worker(void* arg) {
  while (1) {
    __VERIFIER_optional(while (atomic_load_explicit(&lock, memory_order_relaxed) != 0););
    if (atomic_exchange_explicit(&lock, 1, memory_order_acquire) == 0) break;
  }
  __VERIFIER_optional(atomic_fetch_add(&entered, 1));
  assert(++inside <= 2);
  atomic_store_explicit(&lock, 0, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(inside == 2);
  assert(entered == 0);
  return 0;
}
