// What can be tried while another thread reads or writes, and what fails in time.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* while_read(void* arg) {
  struct timespec past = {1, 0};
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
  return arg;
}

static void* while_written(void* arg) {
  struct timespec past = {1, 0};
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, while_read, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  pthread_create(&thread, NULL, while_written, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
}
