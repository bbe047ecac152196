// Nobody who only tries waits.
//
// bug: none
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void* look(void* argument) {
  const int result = pthread_rwlock_tryrdlock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result != 0) return argument;
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    ++a;
    ++b;
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(thread, NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}
