// A thread hands a pointer to a variable of its own to another one, and does not wait for it.
//
// bug: use-after-return
#include <pthread.h>
#include <stdatomic.h>

static void* add(void* argument) {
  atomic_fetch_add((atomic_int*)argument, 1);
  return 0;
}

static void* start(void* argument) {
  atomic_int count = 0;
  pthread_t thread;
  pthread_create(&thread, 0, add, &count);
  pthread_detach(thread);
  atomic_fetch_add(&count, 1);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, start, 0);
  pthread_join(thread, 0);
}
