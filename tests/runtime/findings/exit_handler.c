// A handler of atexit finds a count that is short of one, if the other thread was late.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int count;

static void check(void) { assert(atomic_load(&count) == 2); }

static void* add(void* argument) {
  atomic_fetch_add(&count, 1);
  return argument;
}

int main() {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, 0, add, 0);
  atomic_fetch_add(&count, 1);
}
