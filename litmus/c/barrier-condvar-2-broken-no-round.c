// A barrier of a mutex and a condition variable that waits for the number of arrivals: who is woken
// late finds that it has been reset, and waits for ever.
//
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int waiting;
static int value[2];

static void barrier(void) {
  pthread_mutex_lock(&mutex);
  if (++waiting == 2) {
    pthread_cond_broadcast(&opened);
  } else {
    while (waiting != 2) pthread_cond_wait(&opened, &mutex);
  }
  waiting = 0;
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
