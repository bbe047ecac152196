// Bipartite buffer that fills the free room up to the last byte: a full one looks empty, and both wait
// for ever.
//
// bug: hang
// options: --liveness
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 5

static char bytes[SIZE];
static atomic_int put, taken, last = SIZE;  // [taken, put), or [taken, last) and [0, put)

// A contiguous place for two bytes, or -1.
static int reserve(void) {
  int w = atomic_load_explicit(&put, memory_order_relaxed), r = atomic_load_explicit(&taken, memory_order_acquire);
  if (w >= r) {
    if (SIZE - w >= 2) return w;
    return r >= 2 ? 0 : -1;
  }
  return r - w > 2 ? w : -1;
}

static void commit(int at) {
  int w = atomic_load_explicit(&put, memory_order_relaxed);
  if (at < w) atomic_store_explicit(&last, w, memory_order_relaxed);
  atomic_store_explicit(&put, at + 2, memory_order_release);
}

static void* producer(void* arg) {
  for (char i = 0; i < 3; i++) {
    int at;
    while ((at = reserve()) < 0) {
    }
    bytes[at] = bytes[at + 1] = (char)(i + 1);
    commit(at);
  }
  return arg;
}

static void* consumer(void* arg) {
  for (char i = 0; i < 3; i++) {
    int r = atomic_load_explicit(&taken, memory_order_relaxed), w;
    while ((w = atomic_load_explicit(&put, memory_order_acquire)) == r) {
    }
    if (w < r && r == atomic_load_explicit(&last, memory_order_relaxed)) r = 0;
    assert(bytes[r] == i + 1 && bytes[r + 1] == i + 1);
    atomic_store_explicit(&taken, r + 2, memory_order_release);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
