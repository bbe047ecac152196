// A spin lock excludes, and can be tried.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* count(void* arg) {
  assert(pthread_spin_lock(&lock) == 0);
  counter++;
  assert(pthread_spin_unlock(&lock) == 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  assert(pthread_spin_trylock(&lock) == EBUSY);
  pthread_spin_unlock(&lock);
  assert(pthread_spin_destroy(&lock) == 0);
}
