// A wait whose iteration reads two places with one instruction: until either flag is set. One graph for each flag that
// may be seen first, as both are set once: (1), (0, 1) with the flags in the order of the loop.
//
// bug: none
// graphs: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flags[2];

static void* set_second(void* arg) {
  atomic_store(&flags[1], 1);
  return arg;
}

static void* set_first(void* arg) {
  atomic_store(&flags[0], 1);
  return arg;
}

static void* wait_for_one(void* arg) {
  for (;;) {
    for (int i = 0; i < 2; i++) {
      if (atomic_load(&flags[i]) != 0) return arg;
    }
  }
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, set_first, NULL);
  pthread_create(&threads[1], NULL, set_second, NULL);
  pthread_create(&threads[2], NULL, wait_for_one, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
