// A circular buffer for one producer and one consumer, under a lock.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

enum { size = 2, rounds = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[size], count;

static void* produce(void* arg) {
  int next = 0;
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    if (count < size) {
      buffer[next % size] = next;
      next++;
      count++;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* consume(void* arg) {
  int next = 0;
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    if (count > 0) {
      assert(buffer[next % size] == next);
      next++;
      count--;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
}
