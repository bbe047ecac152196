// A buffer of one place between two threads, with two semaphores: everything is in order.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>

static sem_t full, empty;
static int place;

static void* produce(void* argument) {
  for (int i = 1; i <= 3; ++i) {
    sem_wait(&empty);
    place = i;
    sem_post(&full);
  }
  return argument;
}

int main(void) {
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  for (int i = 1; i <= 3; ++i) {
    sem_wait(&full);
    assert(place == i);
    sem_post(&empty);
  }
  pthread_join(thread, NULL);
  int value = 0;
  sem_getvalue(&empty, &value);
  assert(value == 1);
  return 0;
}
