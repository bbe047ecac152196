// An error-checking mutex refuses to be taken twice, or to be given back by who does not hold it.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* give_back(void* arg) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  pthread_t thread;
  pthread_create(&thread, NULL, give_back, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_unlock(&lock) == 0);
}
