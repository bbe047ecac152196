// An atomic struct of eight bytes: its two halves are always of the same store.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  int first, second;
};

static _Atomic struct pair pair;

static void* write_it(void* arg) {
  atomic_store(&pair, ((struct pair){1, 1}));
  struct pair expected = {1, 1};
  assert(atomic_compare_exchange_strong(&pair, &expected, ((struct pair){2, 2})));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_it, NULL);
  struct pair seen = atomic_load(&pair);
  assert(seen.first == seen.second);
  pthread_join(thread, NULL);
  seen = atomic_exchange(&pair, ((struct pair){3, 3}));
  assert(seen.first == 2 && seen.second == 2);
}
