// Lamport's bakery (1974), two threads, all seq_cst.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int choosing[2], number[2];

static void enter(int me) {
  int other = 1 - me;
  atomic_store_explicit(&choosing[me], 1, memory_order_seq_cst);
  int mine = atomic_load_explicit(&number[other], memory_order_seq_cst) + 1;
  atomic_store_explicit(&number[me], mine, memory_order_seq_cst);
  atomic_store_explicit(&choosing[me], 0, memory_order_seq_cst);
  while (atomic_load_explicit(&choosing[other], memory_order_seq_cst)) {
  }
  for (;;) {
    int theirs = atomic_load_explicit(&number[other], memory_order_seq_cst);
    if (theirs == 0 || mine < theirs || (mine == theirs && me < other)) break;
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
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
