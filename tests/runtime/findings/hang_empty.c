// A loop that does nothing, for ever, if another thread has been faster.
//
// bug: hang
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
  if (atomic_load(&x) == 1) {
    while (1) __asm__ volatile("");
  }
  pthread_join(thread, 0);
}
