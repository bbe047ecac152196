// Two bit-fields of the same word, written by two threads under a lock.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { unsigned first : 3, second : 5; } fields;

static void* write_first(void* arg) {
  pthread_mutex_lock(&lock);
  fields.first = 5;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* write_second(void* arg) {
  pthread_mutex_lock(&lock);
  fields.second = 17;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_first, NULL);
  pthread_create(&threads[1], NULL, write_second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(fields.first == 5 && fields.second == 17);
}
