// The second thread waits if it sees that the barrier is destroyed.
//
// bug: destroyed-lock
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int gone;

static void* wait_late(void* argument) {
  if (atomic_load_explicit(&gone, memory_order_acquire)) pthread_barrier_wait(&barrier);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_create(&thread, NULL, wait_late, NULL);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  atomic_store_explicit(&gone, 1, memory_order_release);
  pthread_join(thread, NULL);
}
