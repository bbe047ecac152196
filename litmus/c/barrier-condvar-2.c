// A barrier of a mutex, a condition variable and a number of the round, two threads, two times.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int waiting, round_number;
static int value[2];

static void barrier(void) {
  pthread_mutex_lock(&mutex);
  int mine = round_number;
  if (++waiting == 2) {
    waiting = 0;
    round_number++;
    pthread_cond_broadcast(&opened);
  } else {
    while (round_number == mine) pthread_cond_wait(&opened, &mutex);
  }
  pthread_mutex_unlock(&mutex);
}

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  value[me] = 1;
  barrier();
  assert(value[1 - me] == 1);
  barrier();
  value[me] = 2;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(value[0] == 2 && value[1] == 2);
  return 0;
}
