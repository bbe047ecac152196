// All operations of C11 atomics, in one thread, in sizes of 1, 2, 4 and 8 bytes.
//
// bug: none
#include <assert.h>
#include <stdatomic.h>

#define CHECK(type)                                                                \
  do {                                                                             \
    static _Atomic type x;                                                         \
    type expected = 9;                                                             \
    atomic_init(&x, 1);                                                            \
    assert(atomic_load(&x) == 1);                                                  \
    atomic_store(&x, 2);                                                           \
    assert(atomic_exchange(&x, 3) == 2);                                           \
    assert(!atomic_compare_exchange_strong(&x, &expected, 4) && expected == 3);    \
    assert(atomic_compare_exchange_strong(&x, &expected, 4));                      \
    assert(atomic_fetch_add(&x, 5) == 4 && atomic_fetch_sub(&x, 1) == 9);          \
    assert(atomic_fetch_or(&x, 1) == 8 && atomic_fetch_and(&x, 3) == 9);           \
    assert(atomic_fetch_xor(&x, 3) == 1 && x == 2);                                \
    expected = 2;                                                                  \
    while (!atomic_compare_exchange_weak(&x, &expected, 7)) assert(expected == 2); \
    assert(++x == 8 && x-- == 8);                                                  \
    x |= 8;                                                                        \
    assert(x == 15);                                                               \
    assert(atomic_fetch_add(&x, -16) == 15 && atomic_load(&x) == (type)-1);        \
  } while (0)

int main(void) {
  CHECK(unsigned char);
  CHECK(short);
  CHECK(int);
  CHECK(unsigned long);
  CHECK(long long);
  static _Atomic _Bool flag;
  assert(!atomic_exchange(&flag, 1) && flag);
  static atomic_flag set = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&set) && atomic_flag_test_and_set(&set));
  atomic_flag_clear(&set);
  assert(!atomic_flag_test_and_set(&set));
  static int array[3];
  static int* _Atomic pointer = array;
  assert(atomic_exchange(&pointer, array + 2) == array && pointer == array + 2);
}
