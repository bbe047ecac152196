// A structure that was passed by value, of which another thread writes an atomic member first: the copy, which nobody is
// told of, comes before the thread is started.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct flags {
  atomic_int flag;
  int limits[10];
};

static void* raise_flag(void* flags) {
  atomic_store(&((struct flags*)flags)->flag, 1);
  return NULL;
}

__attribute__((noinline)) static void meet(struct flags flags) {
  pthread_t thread;
  pthread_create(&thread, NULL, raise_flag, &flags);
  const int flag = atomic_load(&flags.flag);
  assert(flag == 3 || flag == 1);
  pthread_join(thread, NULL);
  assert(atomic_load(&flags.flag) == 1);
}

int main(void) {
  struct flags flags = {3, {0}};
  meet(flags);
  meet(flags);
  return 0;
}
