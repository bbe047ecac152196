// What the C library remembers is as at the start only in a new process: its table of hsearch().
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>

static atomic_int x;

static void* other(void* argument) {
  atomic_store(&x, 1);
  return argument;
}

int main(void) {
  assert(hcreate(10) != 0);  // 0: there is one
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_load(&x);
  pthread_join(thread, NULL);
  return 0;
}
