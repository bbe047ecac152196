// A null pointer is written through, in one of two orders.
//
// bug: signal
#include <pthread.h>
#include <stdatomic.h>

static int data;
static _Atomic(int*) pointer;

static void* publish(void* argument) {
  atomic_store(&pointer, &data);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, publish, 0);
  *atomic_load(&pointer) = 1;
  pthread_join(thread, 0);
}
