// Two threads write neighbouring bytes, and bit-fields that a zero-width one keeps apart: no race.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static struct {
  char first, second;
  unsigned third : 4;
  unsigned : 0;
  unsigned fourth : 4;
} cells;

static void* write_one(void* arg) {
  cells.first = 1;
  cells.third = 3;
  return arg;
}

static void* write_other(void* arg) {
  cells.second = 2;
  cells.fourth = 4;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_one, NULL);
  pthread_create(&threads[1], NULL, write_other, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(cells.first == 1 && cells.second == 2 && cells.third == 3 && cells.fourth == 4);
}
