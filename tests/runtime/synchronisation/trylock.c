// One thread tries, one locks: it is first, second, or in between, and then has not got it.
//
// bug: none
// graphs: 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  const int result = pthread_mutex_trylock(&mutex);
  assert(result == 0 || result == EBUSY);
  if (result == 0) {
    ++count;
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
  assert(count == (result == 0 ? 2 : 1));
  return 0;
}
