// Store buffering, relaxed, where main returns 1 if both threads missed the other store.
//
// bug: exit
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1;

static void* left(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  return arg;
}

static void* right(void* arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, left, NULL);
  pthread_create(&threads[1], NULL, right, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return r0 == 0 && r1 == 0 ? 1 : 0;
}
