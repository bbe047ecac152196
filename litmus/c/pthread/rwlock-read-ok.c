// Two threads count while they hold a lock for writing; a third reads.
//
// bug: none
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void* count(void* arg) {
  pthread_rwlock_wrlock(&lock);
  counter++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void* look(void* arg) {
  pthread_rwlock_rdlock(&lock);
  int before = counter;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  assert(before <= counter);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, count, NULL);
  pthread_create(&threads[1], NULL, count, NULL);
  pthread_create(&threads[2], NULL, look, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
}
