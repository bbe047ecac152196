// A circular buffer for one producer and one consumer whose number of elements both change without a lock: a change is
// lost, and the consumer takes what it has taken before.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>

enum { size = 2, rounds = 3 };

static int buffer[size], count;

static void* produce(void* arg) {
  int next = 0;
  for (int i = 0; i < rounds; i++) {
    if (count == size) continue;
    buffer[next % size] = next;
    next++;
    count++;
  }
  return arg;
}

static void* consume(void* arg) {
  int next = 0;
  for (int i = 0; i < rounds; i++) {
    if (count == 0) continue;
    int value = buffer[next % size];
    assert(value == next);
    next++;
    count--;
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
