// Eight pairs of threads: the two of a pair take a mutex of theirs, each while it holds one that nobody else takes.
// Each pair has two orders, and none of them leads to a dead end.
//
// bug: none
// graphs: 256
#include <pthread.h>

enum { PAIRS = 8 };
static pthread_mutex_t own[2 * PAIRS], both[PAIRS];
static int count[PAIRS];

static void* take(void* argument) {
  const long me = (long)argument;
  pthread_mutex_lock(&own[me]);
  pthread_mutex_lock(&both[me / 2]);
  ++count[me / 2];
  pthread_mutex_unlock(&both[me / 2]);
  pthread_mutex_unlock(&own[me]);
  return 0;
}

int main(void) {
  pthread_t threads[2 * PAIRS];
  for (long i = 0; i < 2 * PAIRS; ++i) pthread_mutex_init(&own[i], 0);
  for (long i = 0; i < PAIRS; ++i) pthread_mutex_init(&both[i], 0);
  for (long i = 0; i < 2 * PAIRS; ++i) pthread_create(&threads[i], 0, take, (void*)i);
  for (long i = 0; i < 2 * PAIRS; ++i) pthread_join(threads[i], 0);
  return 0;
}
