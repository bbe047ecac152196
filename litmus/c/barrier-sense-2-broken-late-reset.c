// Sense-reversing barrier whose counter is reset after it was opened: an arrival at the next may be
// overwritten, and the threads wait for ever.
//
// bug: hang
// options: --liveness
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define N 2

static atomic_int left = N, sense;
static int value[N];  // plain: each is written between two barriers by one thread

static void barrier(int* my_sense) {
  *my_sense = !*my_sense;
  if (atomic_fetch_sub_explicit(&left, 1, memory_order_acq_rel) == 1) {
    atomic_store_explicit(&sense, *my_sense, memory_order_release);
    atomic_store_explicit(&left, N, memory_order_relaxed);
  } else {
    while (atomic_load_explicit(&sense, memory_order_acquire) != *my_sense) {
    }
  }
}

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  int my_sense = 0;
  for (int round = 1; round <= 2; round++) {
    value[me] = round;
    barrier(&my_sense);
    for (int i = 0; i < N; i++) assert(value[i] == round);
    barrier(&my_sense);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
