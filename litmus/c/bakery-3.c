// Lamport's bakery (1974), three threads, all seq_cst.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define N 3

static atomic_int choosing[N], number[N];

static void enter(int me) {
  atomic_store_explicit(&choosing[me], 1, memory_order_seq_cst);
  int mine = 0;
  for (int i = 0; i < N; i++) {
    int seen = i == me ? 0 : atomic_load_explicit(&number[i], memory_order_seq_cst);
    if (seen > mine) mine = seen;
  }
  mine++;
  atomic_store_explicit(&number[me], mine, memory_order_seq_cst);
  atomic_store_explicit(&choosing[me], 0, memory_order_seq_cst);
  for (int i = 0; i < N; i++) {
    if (i == me) continue;
    while (atomic_load_explicit(&choosing[i], memory_order_seq_cst)) {
    }
    for (;;) {
      int theirs = atomic_load_explicit(&number[i], memory_order_seq_cst);
      if (theirs == 0 || mine < theirs || (mine == theirs && me < i)) break;
    }
  }
}

static void leave(int me) { atomic_store_explicit(&number[me], 0, memory_order_seq_cst); }

static int counter;  // guarded by the protocol

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  enter(me);
  counter++;
  leave(me);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
