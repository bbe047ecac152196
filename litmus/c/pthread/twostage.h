// The class "twostage N" of SCTBench: WRITERS threads write a first datum under one lock, then a second under another;
// a reader that sees the first expects the second, which is not there yet.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void* write_both(void* arg) {
  pthread_mutex_lock(&first_lock);
  first = 1;
  pthread_mutex_unlock(&first_lock);
  pthread_mutex_lock(&second_lock);
  second = 2;
  pthread_mutex_unlock(&second_lock);
  return arg;
}

static void* read_both(void* arg) {
  pthread_mutex_lock(&first_lock);
  int seen_first = first;
  pthread_mutex_unlock(&first_lock);
  if (seen_first == 0) return arg;
  pthread_mutex_lock(&second_lock);
  int seen_second = second;
  pthread_mutex_unlock(&second_lock);
  assert(seen_second == seen_first + 1);
  return arg;
}

int main(void) {
  pthread_t writers[WRITERS], reader;
  for (int i = 0; i < WRITERS; i++) pthread_create(&writers[i], NULL, write_both, NULL);
  pthread_create(&reader, NULL, read_both, NULL);
  for (int i = 0; i < WRITERS; i++) pthread_join(writers[i], NULL);
  pthread_join(reader, NULL);
}
