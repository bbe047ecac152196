// Threads with a detach state and a stack size of their own, which can be asked for; the stack is as large as it was to
// be.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void* use_stack(void* arg) {
  char block[300000];
  memset(block, 1, sizeof block);
  char sum = 0;
  for (unsigned i = 0; i < sizeof block; i += 100000) sum += block[i];
  *(int*)arg = sum;
  return NULL;
}

int main(void) {
  pthread_attr_t attributes;
  int state, sum = 0;
  size_t size;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setstacksize(&attributes, 1 << 19) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 19);
  pthread_t thread;
  assert(pthread_create(&thread, &attributes, use_stack, &sum) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(thread, NULL) == 0 && sum == 3);
}
