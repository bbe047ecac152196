// A failed assertion in a thread, in one of two orders.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* writer(void* argument) {
  atomic_store(&x, 1);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(atomic_load(&x) == 0);
  pthread_join(thread, 0);
}
