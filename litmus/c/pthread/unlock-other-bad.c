// A thread tries to take a lock and gives it back even if it could not, when another one holds it.
//
// bug: bad-unlock
// race: no
// model: sc
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void* count(void* arg) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* give_back(void* arg) {
  pthread_mutex_trylock(&lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, count, NULL);
  pthread_create(&threads[1], NULL, give_back, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
