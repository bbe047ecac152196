// Two threads look for room in a heap block and append in one critical section.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long* elements;
static int used, capacity = 1;

static void* append(void* arg) {
  pthread_mutex_lock(&lock);
  if (used < capacity) elements[used++] = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  elements = malloc(sizeof *elements);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, append, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(used == 1);
  free(elements);
}
