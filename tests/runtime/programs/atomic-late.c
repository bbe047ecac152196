// bug: none
// graphs: 3432
// What was written plainly is accessed atomically only in an execution that is hardly ever seen by chance: if each of
// seven reads sees another of seven writes. The graphs are the ways in which the reads may grow: of 14 steps, 7 are
// reads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int* block;

static void* count(void* unused) {
  for (int i = 1; i <= 7; ++i) atomic_store(&x, i);
  return unused;
}

static void* follow(void* unused) {
  int in_step = 1;
  for (int i = 1; i <= 7; ++i) in_step &= atomic_load(&x) == i;
  if (in_step) __atomic_fetch_add(&block[3], 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  block = malloc(8 * sizeof *block);
  for (int i = 0; i < 8; ++i) block[i] = i;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, count, NULL);
  pthread_create(&threads[1], NULL, follow, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(block);
  return 0;
}
