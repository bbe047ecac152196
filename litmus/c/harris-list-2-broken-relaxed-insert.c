// Harris' list whose insertion is relaxed: who walks along may not see the link of the new node yet,
// and misses the rest of the list.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// Nodes are indices. A link is 2 * index + mark; the mark says that the node it is in is deleted.
enum { HEAD, TEN, FIFTEEN, TWENTY, NODES };
static const int key[NODES] = {0, 10, 15, 20};
static atomic_int link_of[NODES] = {2 * TEN, 2 * TWENTY, 0, 0};

// The first node with a key >= wanted (0: none) and the one before; unlinks deleted ones.
static int find(int wanted, int* before) {
again:
  *before = HEAD;
  int at = atomic_load_explicit(&link_of[HEAD], memory_order_acquire) / 2;
  while (at != 0) {
    int next = atomic_load_explicit(&link_of[at], memory_order_acquire);
    if (next % 2 == 1) {
      int expected = 2 * at;
      if (!atomic_compare_exchange_strong_explicit(&link_of[*before], &expected, next - 1, memory_order_acq_rel,
                                                   memory_order_acquire))
        goto again;
    } else {
      if (key[at] >= wanted) break;
      *before = at;
    }
    at = next / 2;
  }
  return at;
}

static void* inserter(void* arg) {
  for (;;) {
    int before, after = find(15, &before);
    atomic_store_explicit(&link_of[FIFTEEN], 2 * after, memory_order_relaxed);
    int expected = 2 * after;
    if (atomic_compare_exchange_strong_explicit(&link_of[before], &expected, 2 * FIFTEEN, memory_order_relaxed,
                                                memory_order_relaxed))
      return arg;
  }
}

static void* finder(void* arg) {
  int before;
  assert(find(20, &before) == TWENTY);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, inserter, NULL);
  pthread_create(&threads[1], NULL, finder, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
