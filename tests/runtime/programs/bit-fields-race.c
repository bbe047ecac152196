// Two bit-fields of the same word, written by two threads: one memory location, so a race.
//
// bug: race
#include <pthread.h>

struct {
  unsigned first : 3, second : 5;
} fields;

static void* write_first(void* arg) {
  fields.first = 5;
  return arg;
}

static void* write_second(void* arg) {
  fields.second = 17;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_first, NULL);
  pthread_create(&threads[1], NULL, write_second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
