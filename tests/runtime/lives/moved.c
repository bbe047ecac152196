// A table is made larger by realloc, while a reader that has got it before still reads.
//
// bug: use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) table;

static void* read(void* argument) {
  const int* const values = atomic_load(&table);
  return values[1] == 5 ? argument : NULL;
}

int main(void) {
  int* const values = malloc(2 * sizeof *values);
  values[0] = values[1] = 5;
  atomic_store(&table, values);
  pthread_t thread;
  pthread_create(&thread, NULL, read, NULL);
  atomic_store(&table, realloc(values, 4 * sizeof *values));
  pthread_join(thread, NULL);
}
