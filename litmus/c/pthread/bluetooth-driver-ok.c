// A driver counts the requests that are under way; a request is counted in one go with the look at whether the driver
// is being stopped.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1;  // the driver itself counts as one
static bool stopping, stopped;

static bool enter(void) {
  pthread_mutex_lock(&lock);
  bool admitted = !stopping;
  if (admitted) pending++;
  pthread_mutex_unlock(&lock);
  return admitted;
}

static void leave(void) {
  pthread_mutex_lock(&lock);
  if (--pending == 0) stopped = true;
  pthread_mutex_unlock(&lock);
}

static void* request(void* arg) {
  if (!enter()) return arg;
  pthread_mutex_lock(&lock);
  assert(!stopped);
  pthread_mutex_unlock(&lock);
  leave();
  return arg;
}

static void* stop(void* arg) {
  pthread_mutex_lock(&lock);
  stopping = true;
  pthread_mutex_unlock(&lock);
  leave();
  return arg;
}

int main(void) {
  pthread_t requester, stopper;
  pthread_create(&requester, NULL, request, NULL);
  pthread_create(&stopper, NULL, stop, NULL);
  pthread_join(requester, NULL);
  pthread_join(stopper, NULL);
  assert(stopped);
}
