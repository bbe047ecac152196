// Lock-free hash table that publishes entries relaxed: who finds one reads it without any order, a
// data race.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SLOTS 4

struct entry {
  int payload;
};

static atomic_int keys[SLOTS];
static _Atomic(struct entry*) entries[SLOTS];

static void insert(int key, struct entry* entry) {
  for (int i = key % SLOTS;; i = (i + 1) % SLOTS) {
    int seen = 0;
    if (atomic_compare_exchange_strong_explicit(&keys[i], &seen, key, memory_order_relaxed, memory_order_relaxed) ||
        seen == key) {
      atomic_store_explicit(&entries[i], entry, memory_order_relaxed);
      return;
    }
  }
}

static struct entry* find(int key) {
  for (int i = key % SLOTS;; i = (i + 1) % SLOTS) {
    int seen = atomic_load_explicit(&keys[i], memory_order_relaxed);
    if (seen == key) return atomic_load_explicit(&entries[i], memory_order_acquire);
    if (seen == 0) return NULL;
  }
}

static struct entry five, nine;  // keys 5 and 9 collide

static void* insert_five(void* arg) {
  five.payload = 50;
  insert(5, &five);
  return arg;
}

static void* insert_nine(void* arg) {
  nine.payload = 90;
  insert(9, &nine);
  return arg;
}

static void* reader(void* arg) {
  struct entry* found = find(9);
  assert(found == NULL || found->payload == 90);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, insert_five, NULL);
  pthread_create(&threads[1], NULL, insert_nine, NULL);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(find(5) == &five && find(9) == &nine);
  return 0;
}
