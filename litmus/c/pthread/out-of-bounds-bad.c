// Two threads see that there is room for one more element of a heap block, and both append theirs.
//
// bug: out-of-bounds
// race: no
// model: sc
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long* elements;
static int used, capacity = 1;

static void* append(void* arg) {
  pthread_mutex_lock(&lock);
  bool room = used < capacity;
  pthread_mutex_unlock(&lock);
  if (!room) return arg;
  pthread_mutex_lock(&lock);
  elements[used++] = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  elements = malloc(sizeof *elements);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, append, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  free(elements);
}
