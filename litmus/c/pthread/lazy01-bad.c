// Two threads add 1 and 2; a third takes it for granted that it comes before one of them.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* add_one(void* arg) {
  pthread_mutex_lock(&lock);
  data += 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* add_two(void* arg) {
  pthread_mutex_lock(&lock);
  data += 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* check(void* arg) {
  pthread_mutex_lock(&lock);
  assert(data < 3);
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
