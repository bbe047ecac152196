// Who would wait until what is no time is told so.
//
// bug: none
// graphs: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void* work(void* argument) {
  const struct timespec large = {1, 1000000000};
  const struct timespec negative = {1, -1};
  assert(pthread_mutex_timedlock(&mutex, &large) == EINVAL);
  assert(pthread_rwlock_timedrdlock(&lock, &negative) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&lock, &large) == EINVAL);
  assert(sem_timedwait(&semaphore, &negative) == -1 && errno == EINVAL);
  return argument;
}

int main(void) {
  const struct timespec large = {1, 1000000000};
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  assert(pthread_cond_timedwait(&condition, &mutex, &large) == EINVAL);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_mutex_unlock(&mutex);
  // Nobody has to wait.
  assert(pthread_mutex_timedlock(&mutex, &large) == 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}
