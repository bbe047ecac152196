// A library for traces keeps an entry for each module; looked for and added in one critical section.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int modules[4], used;

static void* trace(void* arg) {
  bool found = false;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < used; i++) found = found || modules[i] == 7;
  if (!found) modules[used++] = 7;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, trace, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(used == 1);
}
