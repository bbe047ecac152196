// Two locks in opposite orders; one thread gives up its first lock and tries again if it cannot have the second.
//
// bug: none
// race: no
// model: sc
// options: -n 100
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* a_then_b(void* arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  counter++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void* b_then_a(void* arg) {
  pthread_mutex_lock(&b);
  while (pthread_mutex_trylock(&a) != 0) {
    pthread_mutex_unlock(&b);
    sched_yield();
    pthread_mutex_lock(&b);
  }
  counter--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, a_then_b, NULL);
  pthread_create(&threads[1], NULL, b_then_a, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 0);
}
