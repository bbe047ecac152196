// A mutex is freed by who holds it.
//
// bug: destroyed-lock
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, 0);
  pthread_mutex_lock(mutex);
  free(mutex);
  return 0;
}
