// The same memory is a mutex again and again, locked by two threads in each round.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int count;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    pthread_mutex_init(&mutex, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(pthread_mutex_destroy(&mutex) == 0);
  }
  assert(count == 4);
  return 0;
}
