// A key has a value of its own in every thread, NULL at first.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void* work(void* arg) {
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_setspecific(key, arg) == 0);
  assert(pthread_getspecific(key) == arg);
  return NULL;
}

int main(void) {
  static int cells[3];
  pthread_t threads[2];
  assert(pthread_key_create(&key, NULL) == 0);
  pthread_setspecific(key, &cells[2]);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &cells[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(pthread_getspecific(key) == &cells[2]);
  assert(pthread_key_delete(key) == 0);
}
