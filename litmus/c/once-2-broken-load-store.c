// Once that looks and then stores that it has begun: both may initialise, a data race on the value.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int state;  // 0: not begun, 1: begun, 2: done
static int value;

static void initialise_once(void) {
  if (atomic_load_explicit(&state, memory_order_acquire) == 0) {
    atomic_store_explicit(&state, 1, memory_order_relaxed);
    value++;
    atomic_store_explicit(&state, 2, memory_order_release);
  } else {
    while (atomic_load_explicit(&state, memory_order_acquire) != 2) {
    }
  }
}

static void* worker(void* arg) {
  initialise_once();
  assert(value == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
