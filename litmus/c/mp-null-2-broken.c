// A pointer is published after a relaxed flag: who sees the flag may still see a null pointer, and
// follows it.
//
// bug: signal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static int data = 1;
static _Atomic(int*) pointer;
static atomic_bool ready;

static void* writer(void* arg) {
  atomic_store_explicit(&pointer, &data, memory_order_relaxed);
  atomic_store_explicit(&ready, true, memory_order_relaxed);
  return arg;
}

static void* reader(void* arg) {
  if (atomic_load_explicit(&ready, memory_order_acquire))
    assert(*atomic_load_explicit(&pointer, memory_order_relaxed) == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
