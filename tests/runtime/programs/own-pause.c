// A function of the program's own, with the name of one of the C library's: nobody but the program calls it, whatever
// else there is in the process.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int pause(void) { __builtin_trap(); }

static atomic_int x;

static void* worker(void* arg) {
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  assert(atomic_load(&x) < 2);
  pthread_join(thread, NULL);
  return 0;
}
