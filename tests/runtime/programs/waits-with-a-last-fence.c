// Iterations that only wait, and end with a fence; what they have read may be left in the caller's variable.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint turn;
static atomic_int data;

static void* writer(void* arg) {
  atomic_store(&turn, 1);
  atomic_store(&data, 1);
  atomic_store(&turn, 2);
  return arg;
}

// Reads 0 and 0; 0 and 1; 2 and 1; or 2 and 1 after data has been 1 at the first turn, which changes `to`.
__attribute__((noinline)) static void get(int* to) {
  unsigned now;
  do {
    now = atomic_load_explicit(&turn, memory_order_acquire);
    *to = atomic_load_explicit(&data, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (now % 2 != 0);
}

int main(void) {
  pthread_t thread;
  int found = 0;
  pthread_create(&thread, NULL, writer, NULL);
  get(&found);
  pthread_join(thread, NULL);
  assert(found == 0 || found == 1);
  return 0;
}
