// A thread writes under a lock that it has for reading.
//
// bug: race
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a;

static void* add(void* argument) {
  pthread_rwlock_rdlock(&lock);
  ++a;
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
