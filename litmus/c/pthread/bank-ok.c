// Two transfers between two accounts, each with both locks held, taken in the same order.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[2] = {100, 100};

static void transfer(int from, int to, int amount) {
  pthread_mutex_lock(&locks[0]);
  pthread_mutex_lock(&locks[1]);
  balance[from] -= amount;
  balance[to] += amount;
  pthread_mutex_unlock(&locks[1]);
  pthread_mutex_unlock(&locks[0]);
}

static void* forth(void* arg) {
  transfer(0, 1, 10);
  return arg;
}

static void* back(void* arg) {
  transfer(1, 0, 20);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, forth, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(balance[0] == 110 && balance[1] == 90);
}
