// Each of two threads holds one lock for reading and wants the other one for writing.
//
// bug: deadlock
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
int in_a, in_b;

static void* copy_to_b(void* arg) {
  pthread_rwlock_rdlock(&a);
  pthread_rwlock_wrlock(&b);
  in_b = in_a;
  pthread_rwlock_unlock(&b);
  pthread_rwlock_unlock(&a);
  return arg;
}

static void* copy_to_a(void* arg) {
  pthread_rwlock_rdlock(&b);
  pthread_rwlock_wrlock(&a);
  in_a = in_b;
  pthread_rwlock_unlock(&a);
  pthread_rwlock_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, copy_to_b, NULL);
  pthread_create(&threads[1], NULL, copy_to_a, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
