// Coherence of two loads of one location: they do not go back. Of {0, 1, 2} twice, not falling: 6
// graphs.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r0, r1;

static void* thread_0(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return arg;
}

static void* thread_1(void* arg) {
  r0 = atomic_load_explicit(&x, memory_order_relaxed);
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, thread_0, NULL);
  pthread_create(&threads[1], NULL, thread_1, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(r0 <= r1);
  return 0;
}
