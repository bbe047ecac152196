// Two threads add to one location by a load and a store: one may be lost.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* thread_0(void* arg) {
  atomic_store_explicit(&x, atomic_load_explicit(&x, memory_order_relaxed) + 1, memory_order_relaxed);
  return arg;
}

static void* thread_1(void* arg) {
  atomic_store_explicit(&x, atomic_load_explicit(&x, memory_order_relaxed) + 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, thread_0, NULL);
  pthread_create(&threads[1], NULL, thread_1, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 2);
  return 0;
}
