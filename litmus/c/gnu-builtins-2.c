// The __atomic and __sync built-ins: a spin lock of the old ones, message passing of the new ones.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int lock_word, counter, ready;

static void* worker(void* arg) {
  while (__sync_lock_test_and_set(&lock_word, 1)) {
    while (__atomic_load_n(&lock_word, __ATOMIC_RELAXED)) {
    }
  }
  counter++;
  __sync_lock_release(&lock_word);
  __atomic_fetch_add(&ready, 1, __ATOMIC_RELEASE);
  return arg;
}

static void* waiter(void* arg) {
  while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) != 2) {
  }
  assert(counter == 2);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  pthread_create(&threads[2], NULL, waiter, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
