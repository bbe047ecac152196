// The older __sync builtins: a counter and a lock made of them.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int lock, counter, hits;

static void* work(void* arg) {
  __sync_fetch_and_add(&hits, 1);
  while (__sync_lock_test_and_set(&lock, 1)) {
  }
  counter++;
  __sync_lock_release(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2 && __sync_fetch_and_sub(&hits, 1) == 2);
  assert(__sync_bool_compare_and_swap(&hits, 1, 6) && __sync_val_compare_and_swap(&hits, 5, 7) == 6);
  assert(__sync_or_and_fetch(&hits, 1) == 7 && __sync_fetch_and_and(&hits, 3) == 7 &&
         __sync_xor_and_fetch(&hits, 1) == 2);
  __sync_synchronize();
}
