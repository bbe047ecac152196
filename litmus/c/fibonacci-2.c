// Two threads add to each other's number, twice each: no more than the sixth Fibonacci number.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1, y = 1;

static void* add_to_x(void* arg) {
  for (int i = 0; i < 2; i++)
    atomic_store_explicit(
        &x, atomic_load_explicit(&x, memory_order_relaxed) + atomic_load_explicit(&y, memory_order_relaxed),
        memory_order_relaxed);
  return arg;
}

static void* add_to_y(void* arg) {
  for (int i = 0; i < 2; i++)
    atomic_store_explicit(
        &y, atomic_load_explicit(&y, memory_order_relaxed) + atomic_load_explicit(&x, memory_order_relaxed),
        memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add_to_x, NULL);
  pthread_create(&threads[1], NULL, add_to_y, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) <= 8 && atomic_load_explicit(&y, memory_order_relaxed) <= 8);
  return 0;
}
