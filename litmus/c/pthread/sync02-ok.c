// Two consumers look again at the number of items whenever they were woken.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int items;

static void* produce(void* arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* consume(void* arg) {
  pthread_mutex_lock(&lock);
  while (items == 0) pthread_cond_wait(&full, &lock);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, consume, NULL);
  pthread_create(&threads[1], NULL, produce, NULL);
  pthread_create(&threads[2], NULL, consume, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(items == 0);
}
