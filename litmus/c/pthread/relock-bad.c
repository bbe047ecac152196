// A change calls the listener, if there is one already, with the lock held; the listener takes the lock once more.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*listener)(void);
static int value;
int heard;

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
  pthread_t changer, subscriber;
  pthread_create(&changer, NULL, change, NULL);
  pthread_create(&subscriber, NULL, listen, NULL);
  pthread_join(changer, NULL);
  pthread_join(subscriber, NULL);
}
