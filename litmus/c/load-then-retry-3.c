// Three threads add to a counter: each looks at it once, and then tries with what it has found until it succeeds. An
// attempt that fails comes to no more than looking later. As many graphs as there are orders of three threads.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void* add(void* arg) {
  int seen = atomic_load(&count);
  while (!atomic_compare_exchange_strong(&count, &seen, seen + 1)) {
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&count) == 3);
  return 0;
}
