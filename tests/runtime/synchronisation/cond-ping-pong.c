// Two threads take turns, twice each: the order of their critical sections is given, but for how often they wait.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, log_[4], logged;

static void* play(void* argument) {
  const int me = (int)(long)argument;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mutex);
    while (turn != me) pthread_cond_wait(&turned, &mutex);
    log_[logged++] = me;
    turn = 1 - me;
    pthread_cond_signal(&turned);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, play, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; ++i) assert(log_[i] == i % 2);
  return 0;
}
