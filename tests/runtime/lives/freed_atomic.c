// The same of a block whose only field is atomic: whatever is read there, the free may have come first.
//
// bug: use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int*) shared;

static void* count(void* argument) {
  atomic_int* const number = atomic_load(&shared);
  if (number && atomic_fetch_add(number, 1) == 1) atomic_store(number, 7);
  return argument;
}

int main(void) {
  atomic_int* const number = malloc(sizeof *number);
  atomic_init(number, 0);
  atomic_store(&shared, number);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, NULL);
  free(atomic_exchange(&shared, NULL));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
