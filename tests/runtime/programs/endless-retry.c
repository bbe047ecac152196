// An attempt that is undone whatever it reads waits for ever.
//
// bug: liveness
// graphs: 0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 42;

static void* try_for_ever(void* arg) {
  for (;;) {
    atomic_fetch_sub(&x, 1);
    atomic_fetch_add(&x, 1);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, try_for_ever, NULL);
  pthread_create(&two, NULL, try_for_ever, NULL);
  return 0;
}
