// Rendezvous: two threads wait for each other with two semaphores.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

static sem_t arrived[2];
static int value[2];

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  value[me] = me + 1;
  sem_post(&arrived[me]);
  sem_wait(&arrived[1 - me]);
  assert(value[1 - me] == 2 - me);
  return arg;
}

int main(void) {
  sem_init(&arrived[0], 0, 0);
  sem_init(&arrived[1], 0, 0);
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
