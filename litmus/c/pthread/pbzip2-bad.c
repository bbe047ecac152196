// The main thread waits for the producer, not for the consumer, and frees the queue that the consumer still uses.
//
// bug: use-after-free
// race: no
// model: sc
// options: --plain sc
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct fifo {
  int blocks;
  bool complete;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int compressed;

static void* produce(void* arg) {
  struct fifo* fifo = arg;
  pthread_mutex_lock(&lock);
  fifo->blocks++;
  fifo->complete = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* consume(void* arg) {
  struct fifo* fifo = arg;
  pthread_mutex_lock(&lock);
  while (!fifo->complete) pthread_cond_wait(&changed, &lock);
  compressed = fifo->blocks;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  struct fifo* fifo = calloc(1, sizeof *fifo);
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, fifo);
  pthread_create(&consumer, NULL, consume, fifo);
  pthread_join(producer, NULL);
  free(fifo);
  pthread_join(consumer, NULL);
}
