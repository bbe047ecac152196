// Structures with atomic members that are passed by value: compilers copy them by code that nobody is told of. What the
// function finds in its parameter is what the caller had, each time.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct counter {
  atomic_int count;
  int step;
  int limits[4];
};

static atomic_int shared;

__attribute__((noinline)) static int next(struct counter counter) {
  counter.step = counter.step + 1;
  return atomic_fetch_add(&counter.count, counter.step) + atomic_load(&counter.count);
}

static void* other(void* unused) {
  struct counter counter = {.count = 3, .step = 1};
  assert(next(counter) == 8);
  atomic_store(&shared, 1);
  return unused;
}

int main(void) {
  struct counter counter = {.count = 0, .step = 1};
  pthread_t thread;
  assert(next(counter) == 2);
  counter.count = 5;
  assert(next(counter) == 12);
  counter.count = 0;
  assert(next(counter) == 2);
  pthread_create(&thread, NULL, other, NULL);
  counter.count = 7 + atomic_load(&shared);
  assert(next(counter) == 2 * counter.count + 2);
  pthread_join(thread, NULL);
  return 0;
}
