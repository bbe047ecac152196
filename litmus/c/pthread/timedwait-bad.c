// A consumer that has waited long enough goes on as if there were something.
//
// bug: assertion
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int items;

static void* produce(void* arg) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_signal(&full);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* consume(void* arg) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_nsec += 1000;
  if (deadline.tv_nsec >= 1000000000) {
    deadline.tv_sec++;
    deadline.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&lock);
  while (items == 0 && pthread_cond_timedwait(&full, &lock, &deadline) == 0) {
  }
  assert(items == 1);
  items--;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
}
