// A thread unlocks what another has locked.
//
// bug: bad-unlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* unlock(void* argument) {
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_t thread;
  pthread_create(&thread, NULL, unlock, NULL);
  pthread_join(thread, NULL);
  return 0;
}
