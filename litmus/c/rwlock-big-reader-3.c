// Big-reader lock: each reader has a flag of its own, the writer waits for them all; seq_cst, as it is
// store buffering. Readers that meet a writer give up. A reader that reads `writing` as false again
// synchronises with the writer.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static atomic_bool reading[2], writing;
static int data;

static void* reader(void* arg) {
  atomic_bool* mine = &reading[(intptr_t)arg];
  atomic_store_explicit(mine, true, memory_order_seq_cst);
  if (atomic_load_explicit(&writing, memory_order_seq_cst)) {  // no second try: the reader goes without
    atomic_store_explicit(mine, false, memory_order_release);
    return arg;
  }
  int seen = data;
  assert(seen == 0 || seen == 1);
  atomic_store_explicit(mine, false, memory_order_release);
  return arg;
}

static void* writer(void* arg) {
  atomic_store_explicit(&writing, true, memory_order_seq_cst);
  for (int i = 0; i < 2; i++) {
    while (atomic_load_explicit(&reading[i], memory_order_seq_cst)) {
    }
  }
  data = 1;
  atomic_store_explicit(&writing, false, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, (void*)0);
  pthread_create(&threads[1], NULL, reader, (void*)1);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(data == 1);
  return 0;
}
