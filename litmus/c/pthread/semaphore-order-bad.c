// Two threads want two permits each, of two, and take them one by one.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;

static void* work(void* arg) {
  sem_wait(&permits);
  sem_wait(&permits);
  sem_post(&permits);
  sem_post(&permits);
  return arg;
}

int main(void) {
  sem_init(&permits, 0, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  sem_destroy(&permits);
}
