// Two transfers between two accounts; reading and writing a balance are locked each, but not together: money is lost.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[2] = {100, 100};

static int read_balance(int account) {
  pthread_mutex_lock(&locks[account]);
  int amount = balance[account];
  pthread_mutex_unlock(&locks[account]);
  return amount;
}

static void write_balance(int account, int amount) {
  pthread_mutex_lock(&locks[account]);
  balance[account] = amount;
  pthread_mutex_unlock(&locks[account]);
}

static void transfer(int from, int to, int amount) {
  write_balance(from, read_balance(from) - amount);
  write_balance(to, read_balance(to) + amount);
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
  assert(balance[0] + balance[1] == 200);
}
