// A thread waits for an atomic flag that nobody sets.
//
// bug: hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int never;

static void* work(void* arg) {
  while (!atomic_load(&never)) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
