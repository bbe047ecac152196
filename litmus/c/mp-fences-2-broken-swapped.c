// Message passing with the fences in the wrong threads: the flag may be seen without the message.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1;

static void* thread_0(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return arg;
}

static void* thread_1(void* arg) {
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, thread_0, NULL);
  pthread_create(&threads[1], NULL, thread_1, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(r0 == 0 || r1 == 1);
  return 0;
}
