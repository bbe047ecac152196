// A broadcast wakes all who wait.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go, gone;

static void* wait_for_it(void* arg) {
  pthread_mutex_lock(&lock);
  while (!go) pthread_cond_wait(&changed, &lock);
  gone++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  pthread_mutex_lock(&lock);
  go = 1;
  assert(pthread_cond_broadcast(&changed) == 0);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(gone == 2);
}
