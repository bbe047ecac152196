// Atomics of one and two bytes in the same word are locations of their own.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct {
  _Atomic char a, b;
  _Atomic short c;
} word;

static void* write_a(void* arg) {
  atomic_store(&word.a, 1);
  return arg;
}

static void* write_b(void* arg) {
  atomic_store(&word.b, 2);
  return arg;
}

static void* write_c(void* arg) {
  atomic_store(&word.c, 3);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, write_a, NULL);
  pthread_create(&threads[1], NULL, write_b, NULL);
  pthread_create(&threads[2], NULL, write_c, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(word.a == 1 && word.b == 2 && word.c == 3);
}
