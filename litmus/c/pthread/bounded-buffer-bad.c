// Two producers and two consumers of a buffer for one item wait on the same condition variable, and wake one thread
// only: a consumer that wakes a consumer leaves a producer asleep.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void* produce(void* arg) {
  pthread_mutex_lock(&lock);
  while (items == 1) pthread_cond_wait(&changed, &lock);
  items++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* consume(void* arg) {
  pthread_mutex_lock(&lock);
  while (items == 0) pthread_cond_wait(&changed, &lock);
  items--;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t producers[2], consumers[2];
  for (int i = 0; i < 2; i++) pthread_create(&consumers[i], NULL, consume, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&producers[i], NULL, produce, NULL);
  for (int i = 0; i < 2; i++) pthread_join(producers[i], NULL);
  for (int i = 0; i < 2; i++) pthread_join(consumers[i], NULL);
}
