// Many plain accesses to the same memory, one after the other: no endless loop.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int cells[1 << 10];

static void* compute(void* argument) {
  for (int round = 0; round < 5000; ++round) {
    for (int i = 0; i < 1 << 10; ++i) cells[i] += i;
  }
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  pthread_join(thread, 0);
  assert(cells[3] == 15000);
}
