// Message passing of plain data, the reader waits for the flag: a single graph.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static int data;
static atomic_bool ready;

static void* writer(void* arg) {
  data = 1;
  atomic_store_explicit(&ready, true, memory_order_release);
  return arg;
}

static void* reader(void* arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  assert(data == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
