// Write to read causality: what one thread has seen and passes on, the next one sees. The middle reads
// 2 values, the last 2 * 2, less the forbidden one.
//
// bug: none
// graphs: 7
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1, r2;

static void* thread_0(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return arg;
}

static void* thread_1(void* arg) {
  r0 = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_release);
  return arg;
}

static void* thread_2(void* arg) {
  r1 = atomic_load_explicit(&y, memory_order_acquire);
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, thread_0, NULL);
  pthread_create(&threads[1], NULL, thread_1, NULL);
  pthread_create(&threads[2], NULL, thread_2, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(!(r0 == 1 && r1 == 1 && r2 == 0));
  return 0;
}
