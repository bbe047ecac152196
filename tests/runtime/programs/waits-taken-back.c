// Three threads take turns, each of which waits in a loop of two reads: iterations of several threads are under way at
// the same time, and each is taken back by itself.
//
// bug: none
// model: sc
// options: --strategy walk -n 3000
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { threads = 3, rounds = 2 };

static atomic_int turn, rest = threads * rounds;
static atomic_int inside;

static void* work(void* arg) {
  int self = *(int*)arg;
  for (int i = 0; i < rounds; i++) {
    while (atomic_load(&rest) > 0 && atomic_load(&turn) != self) continue;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_fetch_sub(&rest, 1);
    atomic_store(&turn, (self + 1) % threads);
  }
  return arg;
}

int main(void) {
  pthread_t thread[threads];
  int number[threads];
  for (int i = 0; i < threads; i++) {
    number[i] = i;
    pthread_create(&thread[i], NULL, work, &number[i]);
  }
  for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
}
