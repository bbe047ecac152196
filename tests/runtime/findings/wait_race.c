// bug: race
// What a failed iteration of a wait reads races, though nothing comes of it.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static int data;
static void* work(void* argument) {
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    if (data == 5) return 0;
  }
  pthread_join(thread, 0);
}
