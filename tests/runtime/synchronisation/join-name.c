// What there is to know of threads: their own names, that they are joined once only, or not at all.
//
// bug: none
// graphs: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_t self;

static void* work(void* argument) {
  self = pthread_self();
  return argument;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, work, &self);
  pthread_setname_np(thread, "worker");
  assert(pthread_join(thread, &result) == 0);
  assert(result == &self);
  assert(pthread_equal(self, thread) && !pthread_equal(self, pthread_self()));
  assert(pthread_join(thread, NULL) == EINVAL);
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, work, NULL);
  assert(pthread_join(thread, NULL) == EINVAL);
  assert(pthread_detach(thread) == EINVAL);
  return 0;
}
