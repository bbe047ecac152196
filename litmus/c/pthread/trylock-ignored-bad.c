// Two threads try to take a lock, and go on even if they could not.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count(void* arg) {
  bool locked = pthread_mutex_trylock(&lock) == 0;
  counter++;
  if (locked) pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
}
