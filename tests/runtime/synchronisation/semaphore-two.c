// A semaphore that lets two threads in at once is no mutex.
//
// bug: race
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int count;

static void* add(void* argument) {
  sem_wait(&semaphore);
  ++count;
  sem_post(&semaphore);
  return argument;
}

int main(void) {
  sem_init(&semaphore, 0, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  return 0;
}
