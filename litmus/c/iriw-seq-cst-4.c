// Independent reads of independent writes, seq_cst: all readers see the stores in one order.
//
// bug: none
// graphs: 15
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1, r2, r3;

static void* thread_0(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_seq_cst);
  return arg;
}

static void* thread_1(void* arg) {
  atomic_store_explicit(&y, 1, memory_order_seq_cst);
  return arg;
}

static void* thread_2(void* arg) {
  r0 = atomic_load_explicit(&x, memory_order_seq_cst);
  r1 = atomic_load_explicit(&y, memory_order_seq_cst);
  return arg;
}

static void* thread_3(void* arg) {
  r2 = atomic_load_explicit(&y, memory_order_seq_cst);
  r3 = atomic_load_explicit(&x, memory_order_seq_cst);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, thread_0, NULL);
  pthread_create(&threads[1], NULL, thread_1, NULL);
  pthread_create(&threads[2], NULL, thread_2, NULL);
  pthread_create(&threads[3], NULL, thread_3, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  assert(!(r0 == 1 && r1 == 0 && r2 == 1 && r3 == 0));
  return 0;
}
