// Two readers and a writer. The four steps of the readers have 6 orders, and the writer comes where nobody reads: at one of
// three points in 2 of the orders, at one of two in the 4 others.
//
// bug: none
// graphs: 14
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void* look(void* argument) {
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, look, NULL);
  pthread_rwlock_wrlock(&lock);
  a = 1;
  b = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
