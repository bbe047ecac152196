// Sequence lock without the acquire fence: the second look at the sequence number may be a stale one,
// so that a torn read passes.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* writer(void* arg) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&low, 1, memory_order_relaxed);
  atomic_store_explicit(&high, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 2, memory_order_release);
  return arg;
}

static void* reader(void* arg) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int a = atomic_load_explicit(&low, memory_order_relaxed);
  int b = atomic_load_explicit(&high, memory_order_relaxed);
  unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0) assert(a == b);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
