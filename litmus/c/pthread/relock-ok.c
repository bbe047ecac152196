// A change calls the listener, if there is one already, with a recursive lock held, which the listener takes once more.
//
// bug: none
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static void (*listener)(void);
static int value, heard;

static void hear(void) {
  pthread_mutex_lock(&lock);
  heard = value;
  pthread_mutex_unlock(&lock);
}

static void* listen(void* arg) {
  pthread_mutex_lock(&lock);
  listener = hear;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* change(void* arg) {
  pthread_mutex_lock(&lock);
  value++;
  if (listener != NULL) listener();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t changer, subscriber;
  pthread_create(&changer, NULL, change, NULL);
  pthread_create(&subscriber, NULL, listen, NULL);
  pthread_join(changer, NULL);
  pthread_join(subscriber, NULL);
  assert(value == 1 && (heard == 0 || heard == 1));
  pthread_mutex_destroy(&lock);
}
