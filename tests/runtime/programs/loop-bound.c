// bug: none
// options: --unroll 2
// graphs: 4
// truncated: 3
// The exchange succeeds at once, or after it has read one of three values and that value again. If it reads two values
// that grow, its third attempt is beyond the bound. Loops within loops, in functions that are called more than once,
// and calls that access more than one word are within it.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static void* exchange(void* unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&x, &expected, 10)) {
  }
  return unused;
}

static void* store(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  atomic_store(&x, 3);
  return unused;
}

__attribute__((noinline)) static void twice(atomic_int* counter) {
  for (int i = 0; i < 2; ++i) atomic_fetch_add(counter, 1);
}

static void* nested(void* unused) {
  atomic_int counter = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) twice(&counter);
    twice(&counter);
  }
  long words[16];
  memset(words, 1, sizeof words);
  return words[15] == 0 ? &x : unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, exchange, NULL);
  pthread_create(&threads[1], NULL, store, NULL);
  pthread_create(&threads[2], NULL, nested, NULL);
  return 0;
}
