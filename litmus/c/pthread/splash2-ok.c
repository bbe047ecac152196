// The main thread looks at the result of its workers when it has waited for them.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void* work(void* arg) {
  pthread_mutex_lock(&lock);
  finished++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  assert(finished == 2);
}
