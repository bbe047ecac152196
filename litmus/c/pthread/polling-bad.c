// Two threads set a bit each, reading and writing the word in two critical sections; a third looks under the lock again
// and again until it sees both bits, one of which is lost.
//
// bug: hang
// race: no
// model: sc
// options: -n 100
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static int get(void) {
  pthread_mutex_lock(&lock);
  int value = done;
  pthread_mutex_unlock(&lock);
  return value;
}

static void put(int value) {
  pthread_mutex_lock(&lock);
  done = value;
  pthread_mutex_unlock(&lock);
}

static void* set_first(void* arg) {
  put(get() | 1);
  return arg;
}

static void* set_second(void* arg) {
  put(get() | 2);
  return arg;
}

static void* await_both(void* arg) {
  while (get() != 3) sched_yield();
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, set_first, NULL);
  pthread_create(&threads[1], NULL, set_second, NULL);
  pthread_create(&threads[2], NULL, await_both, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
