// A mutex is destroyed while it is locked.
//
// bug: destroyed-lock
#include <pthread.h>

int main(void) {
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_destroy(&mutex);
  return 0;
}
