// What there is to know of threads: their own names, and what they return to whoever joins them.
//
// bug: none
// graphs: 1
#define _GNU_SOURCE
#include <assert.h>
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
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, work, NULL);
  return 0;
}
