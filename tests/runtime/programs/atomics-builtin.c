// The __atomic builtins of the compilers, in one thread.
//
// bug: none
#include <assert.h>

int main(void) {
  static unsigned x = 1;
  static unsigned long y;
  static char flag;
  unsigned got, expected = 5;
  assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 1);
  __atomic_load(&x, &got, __ATOMIC_RELAXED);
  assert(got == 1);
  __atomic_store_n(&x, 2, __ATOMIC_RELEASE);
  assert(__atomic_exchange_n(&x, 3, __ATOMIC_ACQ_REL) == 2);
  assert(!__atomic_compare_exchange_n(&x, &expected, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && expected == 3);
  assert(__atomic_compare_exchange_n(&x, &expected, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE));
  assert(__atomic_add_fetch(&x, 4, __ATOMIC_RELAXED) == 8 && __atomic_sub_fetch(&x, 1, __ATOMIC_RELAXED) == 7);
  assert(__atomic_and_fetch(&x, 5, __ATOMIC_RELAXED) == 5 && __atomic_or_fetch(&x, 2, __ATOMIC_RELAXED) == 7);
  assert(__atomic_xor_fetch(&x, 1, __ATOMIC_RELAXED) == 6 && __atomic_nand_fetch(&x, 2, __ATOMIC_RELAXED) == ~2u);
  assert(__atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST) == 0 && y == 1);
  assert(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && __atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
  __atomic_clear(&flag, __ATOMIC_RELEASE);
  assert(!flag);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  assert(__atomic_always_lock_free(sizeof x, 0));
}
