// A library for traces keeps an entry for each module; it looks for the entry and adds it under the lock, but not in
// one go, so that a module has two.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int modules[4], used;

static bool registered(int module) {
  bool found = false;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < used; i++) found = found || modules[i] == module;
  pthread_mutex_unlock(&lock);
  return found;
}

static void* trace(void* arg) {
  if (!registered(7)) {
    pthread_mutex_lock(&lock);
    modules[used++] = 7;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, trace, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(used == 1);
}
