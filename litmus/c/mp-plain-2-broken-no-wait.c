// Message passing of plain data whose reader looks at the flag, but does not heed it: a data race.
//
// bug: race
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
  if (!atomic_load_explicit(&ready, memory_order_acquire)) data = 1;
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
