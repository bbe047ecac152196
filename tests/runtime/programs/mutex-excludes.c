// Two threads count under a mutex that was made at run time.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int counter, inside;

static void* count(void* arg) {
  assert(pthread_mutex_lock(&lock) == 0);
  assert(inside++ == 0);
  counter++;
  inside--;
  assert(pthread_mutex_unlock(&lock) == 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  assert(pthread_mutex_init(&lock, NULL) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(pthread_mutex_destroy(&lock) == 0);
  assert(counter == 2);
}
