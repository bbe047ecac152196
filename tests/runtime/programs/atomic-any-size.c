// Atomic accesses by functions for any size, as compilers call for structures.
//
// bug: none
// graphs: 3
#include <assert.h>
#include <pthread.h>

struct Pair {
  short a, b;
} __attribute__((aligned(4)));
static struct Pair pair;
void __atomic_load_any(unsigned long, const void*, void*, int) __asm__("__atomic_load");
void __atomic_store_any(unsigned long, void*, const void*, int) __asm__("__atomic_store");
_Bool __atomic_compare_exchange_any(unsigned long, void*, void*, const void*, int, int) __asm__(
    "__atomic_compare_exchange");

static void* exchange(void* argument) {
  struct Pair expected = {1, 2};
  struct Pair wanted = {3, 6};
  if (!__atomic_compare_exchange_any(sizeof pair, &pair, &expected, &wanted, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    assert(expected.a == 0 && expected.b == 0);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, exchange, 0);
  struct Pair one = {1, 2};
  struct Pair seen;
  __atomic_store_any(sizeof pair, &pair, &one, __ATOMIC_SEQ_CST);
  __atomic_load_any(sizeof pair, &pair, &seen, __ATOMIC_SEQ_CST);
  assert(seen.b == 2 * seen.a);
  pthread_join(thread, 0);
  return 0;
}
