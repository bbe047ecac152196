// A driver counts the requests that are under way; a request sees that the driver is not being stopped, and begins when
// it has been.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1;  // the driver itself counts as one
static bool stopping, drained, stopped;

static void leave(void) {
  pthread_mutex_lock(&lock);
  if (--pending == 0) drained = true;
  pthread_mutex_unlock(&lock);
}

static void* request(void* arg) {
  if (stopping) return arg;
  pthread_mutex_lock(&lock);
  pending++;
  pthread_mutex_unlock(&lock);
  assert(!stopped);
  leave();
  return arg;
}

static void* stop(void* arg) {
  stopping = true;
  leave();
  if (drained) stopped = true;
  return arg;
}

int main(void) {
  pthread_t requester, stopper;
  pthread_create(&requester, NULL, request, NULL);
  pthread_create(&stopper, NULL, stop, NULL);
  pthread_join(requester, NULL);
  pthread_join(stopper, NULL);
}
