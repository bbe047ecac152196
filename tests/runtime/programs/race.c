// Two threads write a plain variable.
//
// bug: race
#include <pthread.h>

int shared;

static void* write_it(void* arg) {
  shared = 1;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, write_it, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
