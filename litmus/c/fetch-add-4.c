// Four threads add to one location: none is lost, 4! graphs.
//
// bug: none
// graphs: 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* thread_0(void* arg) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return arg;
}

static void* thread_1(void* arg) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return arg;
}

static void* thread_2(void* arg) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return arg;
}

static void* thread_3(void* arg) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, thread_0, NULL);
  pthread_create(&threads[1], NULL, thread_1, NULL);
  pthread_create(&threads[2], NULL, thread_2, NULL);
  pthread_create(&threads[3], NULL, thread_3, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 4);
  return 0;
}
