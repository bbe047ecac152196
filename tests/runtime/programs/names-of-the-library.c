// What has the name of a function of the C library is the program's own, and not what the runtime calls.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int signal, stat;
int poll[4], munmap;
static int got;

int write(int value) {
  atomic_store(&signal, value);
  return value;
}
int read(void) { return atomic_load(&signal); }
int mmap(int value) { return value + 1; }
int open(int value) { return value + 1; }
int close(int value) { return value; }

static void* work(void* argument) {
  write(1);
  poll[0] = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  got = read();
  assert(got == 0 || got == 1);
  pthread_join(thread, 0);
  assert(poll[0] == 1 && open(close(mmap(munmap))) == 2);
}
