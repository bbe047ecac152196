// Two threads find a cache missing, each makes one, and one of the two is forgotten.
//
// bug: leak
// race: no
// model: sc
// options: --leaks
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* cache;

static void* use(void* arg) {
  pthread_mutex_lock(&lock);
  int* seen = cache;
  pthread_mutex_unlock(&lock);
  if (seen != NULL) return arg;
  int* made = calloc(1, sizeof *made);
  pthread_mutex_lock(&lock);
  cache = made;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  free(cache);
}
