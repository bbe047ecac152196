// Message passing by fences and relaxed accesses; the message is plain.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void* send(void* arg) {
  message = 6;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(message == 6);
  }
  pthread_join(thread, NULL);
}
