// A thread is told where its stack is.
//
// bug: none
// graphs: 1
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void* look(void* argument) {
  pthread_attr_t attributes;
  void* lowest;
  size_t size;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  assert(pthread_attr_getstack(&attributes, &lowest, &size) == 0);
  pthread_attr_destroy(&attributes);
  char local;
  assert((char*)lowest <= &local && &local < (char*)lowest + size);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  look(0);
  pthread_join(thread, 0);
  return 0;
}
