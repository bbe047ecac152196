// Tournament barrier, a tree of four threads. Each wait is ended by one store: a single graph.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define N 4

static atomic_bool arrived[N], open_again;
static int value[N];  // plain

static void barrier(int me) {
  for (int step = 1; step < N; step *= 2) {  // the winners of each step wait for their partners
    if (me % (2 * step) != 0) {
      atomic_store_explicit(&arrived[me], true, memory_order_release);
      break;
    }
    while (!atomic_load_explicit(&arrived[me + step], memory_order_acquire)) {
    }
  }
  if (me == 0) {
    atomic_store_explicit(&open_again, true, memory_order_release);
  } else {
    while (!atomic_load_explicit(&open_again, memory_order_acquire)) {
    }
  }
}

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  value[me] = me + 1;
  barrier(me);
  int sum = 0;
  for (int i = 0; i < N; i++) sum += value[i];
  assert(sum == N * (N + 1) / 2);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
