// Something that is to be initialised once, as pthread_once sees to.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialisations;

static void initialise(void) { initialisations++; }

static void* use(void* arg) {
  pthread_once(&once, initialise);
  assert(initialisations == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(initialisations == 1);
}
