// Two threads take two locks in opposite orders.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int counter;

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
  pthread_mutex_lock(&a);
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
}
