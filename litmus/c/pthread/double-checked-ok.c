// Double-checked locking with a plain pointer: the accesses race, which does no harm under sc.
//
// bug: none
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int object;
static int* instance;

static void* use(void* arg) {
  if (instance == NULL) {
    pthread_mutex_lock(&lock);
    if (instance == NULL) {
      object++;
      instance = &object;
    }
    pthread_mutex_unlock(&lock);
  }
  int value = *instance;
  assert(value == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
