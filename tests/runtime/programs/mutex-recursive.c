// A recursive mutex is taken twice by one thread, and free for another only when it was given back twice.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* try_it(void* arg) {
  *(int*)arg = pthread_mutex_trylock(&lock);
  if (*(int*)arg == 0) pthread_mutex_unlock(&lock);
  return NULL;
}

static int from_another(void) {
  pthread_t thread;
  int result = -1;
  pthread_create(&thread, NULL, try_it, &result);
  pthread_join(thread, NULL);
  return result;
}

int main(void) {
  pthread_mutexattr_t attributes;
  int type;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_gettype(&attributes, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutex_init(&lock, &attributes) == 0);
  assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(from_another() == EBUSY);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(from_another() == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
}
