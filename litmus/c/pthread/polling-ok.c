// Two threads set a bit each in one critical section; a third looks again and again until it sees both.
//
// bug: none
// race: no
// model: sc
// options: -n 100
#include <assert.h>
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

static void set(int bit) {
  pthread_mutex_lock(&lock);
  done |= bit;
  pthread_mutex_unlock(&lock);
}

static void* set_first(void* arg) {
  set(1);
  return arg;
}

static void* set_second(void* arg) {
  set(2);
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
  assert(done == 3);
}
