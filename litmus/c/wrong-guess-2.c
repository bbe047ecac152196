// A thread expects something else than what it has seen, and then what each attempt finds. The other one writes 3, which
// is the first guess. Four graphs: the first attempt succeeds at once; it finds 0 and the second one succeeds with that;
// the second one finds 3, and the third one succeeds; or 3 was seen, the first guess is 6, and the second attempt succeeds.
// That the third attempt expects what the first one did makes it no wait: others have written in between.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word;

static void* set(void* arg) {
  int guess = atomic_load(&word) + 3;
  while (!atomic_compare_exchange_strong(&word, &guess, 7)) {
  }
  return arg;
}

static void* write(void* arg) {
  atomic_store(&word, 3);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, set, NULL);
  pthread_create(&threads[1], NULL, write, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&word) == 7 || atomic_load(&word) == 3);
  return 0;
}
