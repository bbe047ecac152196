// A function whose name begins with __VERIFIER_atomic_ is executed as one section, also when it calls another one.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int value;

static void __attribute__((noinline)) __VERIFIER_atomic_add(int amount) { value += amount; }
static void __attribute__((noinline)) __VERIFIER_atomic_add_twice(int amount) {
  __VERIFIER_atomic_add(amount);
  __VERIFIER_atomic_add(amount);
}
static int __attribute__((noinline)) __VERIFIER_atomic_get(void) { return value; }

static void* add(void* argument) {
  __VERIFIER_atomic_add_twice(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  assert(__VERIFIER_atomic_get() % 2 == 0);
  __VERIFIER_atomic_add_twice(1);
  assert(__VERIFIER_atomic_get() % 2 == 0);
  pthread_join(thread, 0);
  assert(__VERIFIER_atomic_get() == 4);
  return 0;
}
