// main has no value: what it leaves in the register, here the error of a lock that is held, is no exit status.
//
// bug: none
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((no_sanitize("thread"))) void main(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_trylock(&lock);
}
