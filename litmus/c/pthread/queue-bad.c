// A queue that is filled and emptied in turns, as two flags say; a round in which it is not one's turn counts
// nevertheless, so the consumer expects an element that has not been put.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { rounds = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[rounds], head, tail;
static bool may_put = true, may_take;

static void* produce(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    if (may_put) {
      queue[tail++] = 10 + i;
      may_put = false;
      may_take = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* consume(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    if (may_take) {
      int value = queue[head++];
      assert(value == 10 + i);
      may_take = false;
      may_put = true;
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
