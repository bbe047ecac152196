// Two threads work in one phase each; one that comes too early gives the lock back and leaves.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int phase;

static void* work(void* arg) {
  int mine = *(int*)arg;
  pthread_mutex_lock(&lock);
  if (phase == mine) phase++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  static int phases[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &phases[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(phase == 1 || phase == 2);
}
