// Sequence lock whose reader tries until it succeeds, and stores what it has read into its caller's variables each
// time. An attempt in vain that changes these is part of the graph, one that leaves them as they were has waited:
// counted by going through all attempts, with what coherence, the fences and the counter let each of them read.
//
// bug: none
// graphs: 22
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* writer(void* arg) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&low, 1, memory_order_relaxed);
  atomic_store_explicit(&high, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return arg;
}

__attribute__((noinline)) static void get(int* a, int* b) {
  unsigned before, after;
  do {
    before = atomic_load_explicit(&sequence, memory_order_acquire);
    *a = atomic_load_explicit(&low, memory_order_relaxed);
    *b = atomic_load_explicit(&high, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&sequence, memory_order_relaxed);
  } while (before != after || before % 2 != 0);
}

int main(void) {
  pthread_t thread;
  int a = 0, b = 0;
  pthread_create(&thread, NULL, writer, NULL);
  get(&a, &b);
  assert(a == b);
  pthread_join(thread, NULL);
  return 0;
}
