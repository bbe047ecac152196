// A place for one item that is full at first; the consumer wakes those who wait for an item, not those who wait for
// room.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
static int items = 1;

static void* produce(void* arg) {
  pthread_mutex_lock(&lock);
  while (items > 0) pthread_cond_wait(&empty, &lock);
  items++;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&full);
  return arg;
}

static void* consume(void* arg) {
  pthread_mutex_lock(&lock);
  while (items == 0) pthread_cond_wait(&full, &lock);
  items--;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&full);
  return arg;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
}
