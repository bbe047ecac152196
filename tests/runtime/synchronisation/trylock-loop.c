// A lock that is waited for by trying is as good as one that is locked.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* argument) {
  while (pthread_mutex_trylock(&mutex) != 0) {
  }
  ++count;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
  return 0;
}
