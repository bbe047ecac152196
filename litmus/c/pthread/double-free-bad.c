// Two owners give up an object; each counts itself out in one critical section and looks in another whether it was the
// last, as both then find.
//
// bug: double-free
// race: no
// model: sc
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owners = 2;

static void* release(void* object) {
  pthread_mutex_lock(&lock);
  owners--;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  bool last = owners == 0;
  pthread_mutex_unlock(&lock);
  if (last) free(object);
  return NULL;
}

int main(void) {
  void* object = malloc(16);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, release, object);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
