// Something that is to be initialised once, as a plain flag says, is so twice.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool initialised;
static int initialisations;

static void* use(void* arg) {
  if (initialised) return arg;
  pthread_mutex_lock(&lock);
  initialisations++;
  initialised = true;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(initialisations == 1);
}
