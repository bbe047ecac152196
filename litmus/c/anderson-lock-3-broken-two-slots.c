// Anderson's array lock with fewer slots than threads: the third finds the first one's slot still
// open, a data race on the counter.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SLOTS 2

static atomic_bool may_enter[SLOTS] = {true};
static atomic_uint next_slot;
static int counter;  // guarded by the lock

static unsigned lock(void) {
  unsigned slot = atomic_fetch_add_explicit(&next_slot, 1, memory_order_relaxed) % SLOTS;
  while (!atomic_load_explicit(&may_enter[slot], memory_order_acquire)) {
  }
  return slot;
}

static void unlock(unsigned slot) {
  atomic_store_explicit(&may_enter[slot], false, memory_order_relaxed);
  atomic_store_explicit(&may_enter[(slot + 1) % SLOTS], true, memory_order_release);
}

static void* worker(void* arg) {
  unsigned slot = lock();
  counter++;
  unlock(slot);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
