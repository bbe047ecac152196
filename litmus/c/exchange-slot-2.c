// A slot in which one thread leaves an element and the other takes it, twice.
//
// bug: none
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
    while ((element = atomic_exchange_explicit(&slot, NULL, memory_order_acquire)) == NULL) {
    }
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
