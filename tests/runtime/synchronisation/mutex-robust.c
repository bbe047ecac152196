// A thread ends with a robust mutex locked: the next one to lock it is told so, and makes good for that or not.
//
// bug: none
// graphs: 2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int state;

static void* ends(void* argument) {
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  state = 1;
  return argument;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, ends, NULL);
  const int locked = pthread_mutex_lock(&mutex);
  if (locked == EOWNERDEAD) {
    assert(state == 1);
    assert(pthread_mutex_consistent(&mutex) == 0);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
  } else {
    assert(locked == 0 && state == 0);
  }
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_join(thread, NULL);
  const int again = pthread_mutex_trylock(&mutex);
  assert(again == (locked == 0 ? EOWNERDEAD : 0));
  assert(pthread_mutex_unlock(&mutex) == 0);
  // Nobody has made good for it.
  if (again == EOWNERDEAD) assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  if (again == EOWNERDEAD) assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
