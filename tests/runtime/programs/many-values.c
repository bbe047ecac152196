// A thread adds thousands of times while another one waits for one of so many values: what it would do next has to be
// found out for each of them, in long executions; the campaign ends in time nevertheless.
//
// bug: none
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* adder(void* unused) {
  while (atomic_fetch_add_explicit(&x, 2, memory_order_seq_cst) < 6000) {
  }
  return unused;
}

static void* waiter(void* unused) {
  while (atomic_load_explicit(&x, memory_order_acquire) != 2000) {
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
