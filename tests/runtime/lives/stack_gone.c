// A thread hands out a variable of its own, and may be at its end when others use it.
//
// bug: use-after-return
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int*) shared;

static void* lend(void* argument) {
  atomic_int own = 0;
  atomic_store(&shared, &own);
  atomic_fetch_add(&own, 1);
  atomic_store(&shared, 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lend, 0);
  atomic_int* const theirs = atomic_load(&shared);
  if (theirs) atomic_fetch_add(theirs, 1);
  pthread_join(thread, 0);
}
