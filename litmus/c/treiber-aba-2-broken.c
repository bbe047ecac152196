// Treiber's stack of a few nodes that come back at once, without a tag: the top is the same again
// (ABA), but its successor has been taken by the other.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define NONE 0xff

// Nodes are indices; the top is one. At first: 0 above 1.
static atomic_uchar next_of[2] = {1, NONE};
static atomic_uint top;

static int pop(void) {
  for (;;) {
    unsigned seen = atomic_load_explicit(&top, memory_order_acquire);
    unsigned index = seen;
    if (index == NONE) return NONE;
    unsigned after = atomic_load_explicit(&next_of[index], memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, after, memory_order_acq_rel, memory_order_relaxed))
      return (int)index;
  }
}

static void push(int index) {
  for (;;) {
    unsigned seen = atomic_load_explicit(&top, memory_order_acquire);
    atomic_store_explicit(&next_of[index], (unsigned char)(seen), memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, (unsigned)index, memory_order_acq_rel,
                                                memory_order_relaxed))
      return;
  }
}

static int owners[2];  // after the join: how many have each node

static int held_by_first = NONE, held_by_second = NONE;

static void* first(void* arg) {
  held_by_first = pop();
  return arg;
}

static void* second(void* arg) {
  int a = pop();
  held_by_second = pop();
  if (a != NONE) push(a);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (held_by_first != NONE) owners[held_by_first]++;
  if (held_by_second != NONE) owners[held_by_second]++;
  for (int index; (index = pop()) != NONE;) assert(++owners[index] == 1);
  assert(owners[0] == 1 && owners[1] == 1);
  return 0;
}
