// Read-copy-update whose readers do not fence between their flag and their read: as in store buffering
// the updater misses the reader, and frees what is still read.
//
// bug: use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct config {
  int low, high;
};

static _Atomic(struct config*) current;
static atomic_bool reading[2];

static void* reader(void* arg) {
  atomic_bool* mine = &reading[(intptr_t)arg];
  atomic_store_explicit(mine, true, memory_order_relaxed);
  struct config* config = atomic_load_explicit(&current, memory_order_acquire);
  assert(config->low == config->high);
  atomic_store_explicit(mine, false, memory_order_release);
  return arg;
}

static struct config* make(int value) {
  struct config* config = malloc(sizeof *config);
  config->low = value;
  config->high = value;
  return config;
}

static void* updater(void* arg) {
  struct config* old = atomic_exchange_explicit(&current, make(2), memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  for (int i = 0; i < 2; i++) {
    while (atomic_load_explicit(&reading[i], memory_order_acquire)) {
    }
  }
  free(old);
  return arg;
}

int main(void) {
  atomic_store_explicit(&current, make(1), memory_order_relaxed);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, (void*)0);
  pthread_create(&threads[1], NULL, reader, (void*)1);
  pthread_create(&threads[2], NULL, updater, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  free(atomic_load_explicit(&current, memory_order_relaxed));
  return 0;
}
