// Two readers hold a lock at the same time: they meet inside.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t inside;

static void* read_it(void* arg) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  pthread_barrier_wait(&inside);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&inside, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, read_it, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(pthread_rwlock_destroy(&lock) == 0);
}
