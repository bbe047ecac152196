// A slot whose element is taken by a load, and which is emptied by a store after a second look at it:
// with relaxed orders the element is read without any order, a data race.
//
// bug: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(int*) slot;
static int elements[2];

static void* giver(void* arg) {
  for (int i = 0; i < 2; i++) {
    elements[i] = i + 1;
    while (atomic_load_explicit(&slot, memory_order_relaxed) != NULL) {
    }
    atomic_store_explicit(&slot, &elements[i], memory_order_release);
  }
  return arg;
}

static void* taker(void* arg) {
  for (int i = 0; i < 2; i++) {
    int* element;
    while ((element = atomic_load_explicit(&slot, memory_order_relaxed)) == NULL) {
    }
    atomic_store_explicit(&slot, NULL, memory_order_relaxed);
    assert(*element == i + 1);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, giver, NULL);
  pthread_create(&threads[1], NULL, taker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
