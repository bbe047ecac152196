// A semaphore in place of a lock lets two in.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;
static int counter;

static void* count(void* arg) {
  sem_wait(&permits);
  counter++;
  sem_post(&permits);
  return arg;
}

int main(void) {
  sem_init(&permits, 0, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  sem_destroy(&permits);
  assert(counter == 2);
}
