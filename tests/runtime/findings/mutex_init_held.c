// A mutex is initialised by who holds it.
//
// bug: misuse
#include <pthread.h>

static pthread_mutex_t mutex;

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_init(&mutex, 0);
  return 0;
}
