// A snapshot of two locations by a double collect: what is read is a state that there was.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int left, right;  // the writer raises left, then right

static void* writer(void* arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_store_explicit(&left, i, memory_order_release);
    atomic_store_explicit(&right, i, memory_order_release);
  }
  return arg;
}

static void* reader(void* arg) {
  int l, r;
  do {
    l = atomic_load_explicit(&left, memory_order_acquire);
    r = atomic_load_explicit(&right, memory_order_acquire);
  } while (atomic_load_explicit(&left, memory_order_acquire) != l);
  assert(l == r || l == r + 1);  // a state that there was
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
