// A thread adds for ever while another one waits for one of so many values: executions are long, and given up; time is
// kept nevertheless.
//
// bug: none
// options: --exhaustive
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* adder(void* unused) {
  while (atomic_fetch_add_explicit(&x, 2, memory_order_seq_cst) != -1) {
  }
  return unused;
}

static void* waiter(void* unused) {
  while (atomic_load_explicit(&x, memory_order_acquire) != 1) {
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, adder, NULL);
  pthread_create(&two, NULL, waiter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
