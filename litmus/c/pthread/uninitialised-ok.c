// An object's field is set before it can be seen.
//
// bug: none
// race: no
// model: sc
// options: --uninitialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* object;

static void* make(void* arg) {
  int* made = malloc(sizeof *made);
  if (made == NULL) return arg;
  *made = 1;
  pthread_mutex_lock(&lock);
  object = made;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* look(void* arg) {
  pthread_mutex_lock(&lock);
  assert(object == NULL || *object == 1);
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
