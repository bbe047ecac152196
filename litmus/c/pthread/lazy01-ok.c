// Two threads add 1 and 2; a third waits until both have.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t added = PTHREAD_COND_INITIALIZER;
static int data, adders;

static void add(int amount) {
  pthread_mutex_lock(&lock);
  data += amount;
  adders++;
  pthread_cond_signal(&added);
  pthread_mutex_unlock(&lock);
}

static void* add_one(void* arg) {
  add(1);
  return arg;
}

static void* add_two(void* arg) {
  add(2);
  return arg;
}

static void* check(void* arg) {
  pthread_mutex_lock(&lock);
  while (adders < 2) pthread_cond_wait(&added, &lock);
  assert(data == 3);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, add_one, NULL);
  pthread_create(&threads[1], NULL, add_two, NULL);
  pthread_create(&threads[2], NULL, check, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
