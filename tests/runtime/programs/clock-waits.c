// Waiting until a point of time by a clock of one's choice, for what another thread has or nobody gives: it ends without
// it. And waiting for a thread's end, which is sure to come.
//
// bug: none
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static const struct timespec* soon(clockid_t clock) {
  static __thread struct timespec time;
  clock_gettime(clock, &time);
  time.tv_nsec += 1000000;
  if (time.tv_nsec >= 1000000000) {
    time.tv_sec += 1;
    time.tv_nsec -= 1000000000;
  }
  return &time;
}

static void* wait_in_vain(void* arg) {
  const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_REALTIME};
  for (int i = 0; i < 2; i++) {
    assert(pthread_mutex_clocklock(&mutex, clocks[i], soon(clocks[i])) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&lock, clocks[i], soon(clocks[i])) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&lock, clocks[i], soon(clocks[i])) == ETIMEDOUT);
  }
  return arg;
}

static void* sleep_long(void* arg) {
  usleep(3000);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutex_init(&mutex, &attributes) == 0);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_in_vain, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_mutex_unlock(&mutex);

  pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&plain);
  assert(pthread_cond_clockwait(&condition, &plain, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) == ETIMEDOUT);
  pthread_mutex_unlock(&plain);
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) == -1 && errno == ETIMEDOUT);

  void* result = NULL;
  pthread_create(&thread, NULL, sleep_long, &result);
  int error = pthread_tryjoin_np(thread, &result);
  if (error == EBUSY) error = pthread_timedjoin_np(thread, &result, soon(CLOCK_REALTIME));
  if (error == ETIMEDOUT) error = pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC));
  if (error == ETIMEDOUT) error = pthread_join(thread, &result);
  assert(error == 0 && result == &result);
}
