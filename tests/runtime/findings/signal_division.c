// Division by what another thread has not yet written.
//
// bug: signal
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void* writer(void* argument) {
  atomic_store(&count, 4);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  const int mean = 100 / atomic_load(&count);
  pthread_join(thread, 0);
  return mean == 25 ? 0 : 1;
}
