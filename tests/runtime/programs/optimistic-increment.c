// bug: none
// graphs: 6
// Attempts that fail leave nothing but what they have read, in a variable that is not read again: the orders of three
// increments are all that there is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* increment(void* unused) {
  int before;
  do {
    before = atomic_load(&x);
  } while (!atomic_compare_exchange_strong(&x, &before, before + 1));
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == 3);
  return 0;
}
