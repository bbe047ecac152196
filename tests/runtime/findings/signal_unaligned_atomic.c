// An atomic access to where there is no memory, and that is no multiple of its size, either: it is the first that counts.
//
// bug: signal
#include <stdatomic.h>

static atomic_int* volatile counter = (atomic_int*)0x12345;

int main() {
  int expected = 0;
  return atomic_compare_exchange_strong(counter, &expected, 1);
}
