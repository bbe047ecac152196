// A thread waits for a flag in a block that another one frees without ever setting it: no read of it is in the graph.
//
// bug: use-after-free
// random: no
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct task {
  atomic_int done;
};
static _Atomic(struct task*) shared;

static void* wait(void* argument) {
  struct task* const task = atomic_load(&shared);
  while (task && !atomic_load(&task->done)) {
  }
  return argument;
}

int main(void) {
  struct task* const task = malloc(sizeof *task);
  atomic_init(&task->done, 0);
  atomic_store(&shared, task);
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  free(atomic_exchange(&shared, NULL));
  pthread_join(thread, NULL);
}
