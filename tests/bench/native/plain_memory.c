// Two threads that each work on half of an array of N integers, which main has cleared and filled: much memory that no
// choice depends on. The time of an execution is to grow as N does.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 10000
#endif

static int* values;
static atomic_int done;

static void* half(void* which) {
  const int begin = which == NULL ? 0 : N / 2;
  for (int i = begin; i < begin + N / 2; ++i) values[i] = 2 * values[i] + 1;
  atomic_fetch_add(&done, 1);
  return NULL;
}

int main(void) {
  values = malloc(N * sizeof *values);
  memset(values, 0, N * sizeof *values);
  for (int i = 0; i < N; ++i) values[i] = i;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, half, NULL);
  pthread_create(&threads[1], NULL, half, values);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(values);
  return atomic_load(&done) != 2;
}
