// A condition variable, made at run time, wakes who waits.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static int value;

static void* set(void* arg) {
  pthread_mutex_lock(&lock);
  value = 1;
  assert(pthread_cond_signal(&changed) == 0);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(pthread_cond_init(&changed, NULL) == 0);
  pthread_create(&thread, NULL, set, NULL);
  pthread_mutex_lock(&lock);
  while (value == 0) assert(pthread_cond_wait(&changed, &lock) == 0);
  assert(value == 1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(pthread_cond_destroy(&changed) == 0);
}
