// Waiting for a condition variable that nobody signals ends at a point of time, with the mutex held.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int counter;

static void* wait_for_it(void* arg) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += (deadline.tv_nsec + 20000000) / 1000000000;
  deadline.tv_nsec = (deadline.tv_nsec + 20000000) % 1000000000;
  pthread_mutex_lock(&lock);
  int result;
  while ((result = pthread_cond_timedwait(&never, &lock, &deadline)) == 0) {
  }
  assert(result == ETIMEDOUT);
  counter++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
}
