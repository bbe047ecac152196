// Two data under two locks; the writer holds the first lock until the second datum is there as well.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void* write_both(void* arg) {
  pthread_mutex_lock(&first_lock);
  first = 1;
  pthread_mutex_lock(&second_lock);
  second = 2;
  pthread_mutex_unlock(&second_lock);
  pthread_mutex_unlock(&first_lock);
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
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_both, NULL);
  pthread_create(&reader, NULL, read_both, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
}
