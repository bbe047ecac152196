// The greatest and the least of what was there and an operand, with sign and without: each at once.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int most;
static unsigned char small = 200;
static _Atomic short least = -5;
static atomic_long order;

static void* raise_to(void* to) {
  const int value = *(int*)to;
  __atomic_fetch_max(&most, value, __ATOMIC_ACQ_REL);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  static int values[3] = {3, -7, 2};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, raise_to, &values[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(most == 3);
  assert(__atomic_fetch_max(&small, 201, __ATOMIC_RELAXED) == 200 && small == 201);
  assert(__atomic_fetch_min(&small, 100, __ATOMIC_RELAXED) == 201 && small == 100);
  assert(__atomic_fetch_min(&least, -6, __ATOMIC_RELAXED) == -5 && least == -6);
  assert(__atomic_fetch_max(&least, 4, __ATOMIC_RELAXED) == -6 && least == 4);
  assert(__sync_fetch_and_umax(&most, -1) == 3 && most == -1);
  assert(__sync_fetch_and_max(&most, 8) == -1 && most == 8);
  assert(__sync_fetch_and_umin(&most, -1) == 8 && most == 8);
  assert(__sync_fetch_and_min(&most, -1) == 8 && most == -1);
  assert(__atomic_fetch_max(&order, 1L << 40, __ATOMIC_SEQ_CST) == 0 && order == 1L << 40);
}
