// Trying to take a mutex fails while another thread holds it.
//
// bug: none
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* try_it(void* arg) {
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  return arg;
}

int main(void) {
  assert(pthread_mutex_trylock(&lock) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, try_it, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&lock);
}
