// A release store, a relaxed fetch_add of another thread, an acquire load: the addition continues the
// release sequence. A single graph.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void* writer(void* arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

static void* adder(void* arg) {
  while (atomic_load_explicit(&flag, memory_order_relaxed) != 1) {
  }
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

static void* reader(void* arg) {
  while (atomic_load_explicit(&flag, memory_order_acquire) != 2) {
  }
  assert(data == 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, adder, NULL);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
