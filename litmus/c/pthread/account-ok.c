// A deposit, a withdrawal and a check that speaks only when both have been.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static bool deposited, withdrawn;

static void* deposit(void* arg) {
  pthread_mutex_lock(&lock);
  balance += 40;
  deposited = true;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* withdraw(void* arg) {
  pthread_mutex_lock(&lock);
  balance -= 30;
  withdrawn = true;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* check(void* arg) {
  pthread_mutex_lock(&lock);
  if (deposited && withdrawn) assert(balance == 110);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, deposit, NULL);
  pthread_create(&threads[1], NULL, withdraw, NULL);
  pthread_create(&threads[2], NULL, check, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
