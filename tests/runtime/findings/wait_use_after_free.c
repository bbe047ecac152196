// bug: use-after-free
// A failed iteration of a wait reads what was freed before the thread is told to stop.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int ready;
static int* data;
static void* work(void* argument) {
  free(data);
  atomic_store_explicit(&ready, 1, memory_order_release);
  return argument;
}
int main(void) {
  pthread_t thread;
  data = calloc(1, sizeof *data);
  pthread_create(&thread, 0, work, 0);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    if (*data == 5) return 0;
  }
  pthread_join(thread, 0);
}
