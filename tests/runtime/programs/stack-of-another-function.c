// Where others have written on main's stack, another function counts to three while it looks for a flag: that is no
// wait. It finds the flag at its first, second or third look, or never.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* write_plainly(void* argument) {
  int* values = argument;
  values[0] = 3;
  values[1] = 4;
  return 0;
}

static void* raise_flag(void* argument) {
  atomic_store(&flag, 1);
  return argument;
}

__attribute__((noinline)) static int sum_of_others(void) {
  int values[2];
  pthread_t thread;
  pthread_create(&thread, 0, write_plainly, values);
  pthread_join(thread, 0);
  return values[0] + values[1];
}

__attribute__((noinline)) static void count(int* tries) { ++*tries; }

__attribute__((noinline)) static int look_for_flag(void) {
  int tries[2] = {0, 0};
  while (tries[0] < 3 && !atomic_load(&flag)) count(tries);
  return tries[0];
}

int main(void) {
  assert(sum_of_others() == 7);
  pthread_t thread;
  pthread_create(&thread, 0, raise_flag, 0);
  assert(look_for_flag() <= 3);
  pthread_join(thread, 0);
}
