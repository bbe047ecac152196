// abort() in one of two orders.
//
// bug: abort
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void* writer(void* argument) {
  atomic_store(&x, 1);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (atomic_load(&x) == 1) abort();
  pthread_join(thread, 0);
}
