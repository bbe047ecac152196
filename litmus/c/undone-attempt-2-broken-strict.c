// A thread may go on when the counter is even, but after it has failed and undone that it waits for 0, and the counter
// stays at 2: who has failed is not as well off as who has yet to try.
//
// bug: liveness
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void* twice(void* arg) {
  atomic_fetch_add(&count, 1);
  atomic_fetch_add(&count, 1);
  return arg;
}

static void* worker(void* arg) {
  while ((atomic_fetch_add(&count, 1) & 1) != 0) {
    atomic_fetch_sub(&count, 1);
    while (atomic_load(&count) != 0) {
    }
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, twice, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
