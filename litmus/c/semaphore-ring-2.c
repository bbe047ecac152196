// Dijkstra's bounded buffer with two semaphores, one producer, one consumer.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define CAPACITY 1

static sem_t room, elements;
static int slots[CAPACITY];

static void* producer(void* arg) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&room);
    slots[i % CAPACITY] = i + 1;
    sem_post(&elements);
  }
  return arg;
}

static void* consumer(void* arg) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&elements);
    assert(slots[i % CAPACITY] == i + 1);
    sem_post(&room);
  }
  return arg;
}

int main(void) {
  sem_init(&room, 0, CAPACITY);
  sem_init(&elements, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
