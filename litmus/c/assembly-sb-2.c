// Store buffering with barriers in inline assembly for x86-64.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static atomic_int y;
static int seen[2];

static void* first(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  __asm__ __volatile__("mfence" : : : "memory");
  seen[0] = atomic_load_explicit(&y, memory_order_relaxed);
  return arg;
}

static void* second(void* arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  __asm__ __volatile__("lock; addl $0, (%%rsp)" : : : "memory", "cc");
  seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(seen[0] == 1 || seen[1] == 1);
  return 0;
}
