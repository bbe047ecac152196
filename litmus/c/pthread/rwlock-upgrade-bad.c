// A cache is looked at under the lock for reading and filled under that for writing, without another look: twice.
//
// bug: assertion
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int fillings;

static void* use(void* arg) {
  pthread_rwlock_rdlock(&lock);
  int filled = fillings;
  pthread_rwlock_unlock(&lock);
  if (filled) return arg;
  pthread_rwlock_wrlock(&lock);
  fillings++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(fillings == 1);
}
