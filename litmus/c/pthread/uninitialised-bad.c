// An object can be seen before its field has been set.
//
// bug: uninitialised
// race: no
// model: sc
// options: --uninitialised
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* object;
int copy;

static void* make(void* arg) {
  pthread_mutex_lock(&lock);
  object = malloc(sizeof *object);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (object != NULL) *object = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* look(void* arg) {
  pthread_mutex_lock(&lock);
  if (object != NULL && *object == 1) copy++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t maker, looker;
  pthread_create(&maker, NULL, make, NULL);
  pthread_create(&looker, NULL, look, NULL);
  pthread_join(maker, NULL);
  pthread_join(looker, NULL);
  free(object);
}
