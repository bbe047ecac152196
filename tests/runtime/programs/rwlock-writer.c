// A writer is alone: readers see both of what it writes, or none.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int x, y;

static void* write_both(void* arg) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  x++;
  y++;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return arg;
}

static void* read_both(void* arg) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(x == y);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  assert(pthread_rwlock_init(&lock, NULL) == 0);
  pthread_create(&threads[0], NULL, write_both, NULL);
  pthread_create(&threads[1], NULL, read_both, NULL);
  pthread_create(&threads[2], NULL, write_both, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(x == 2 && y == 2);
  assert(pthread_rwlock_destroy(&lock) == 0);
}
