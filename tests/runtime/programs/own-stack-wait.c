// A thread waits for two flags in an object on its own stack, which another thread writes one after the other.
//
// bug: none
// model: sc
// graphs: 2
#include <pthread.h>
#include <stdatomic.h>

struct Node {
  atomic_int done, taken_over;
};
static _Atomic(struct Node*) posted;

static void* help(void* argument) {
  struct Node* const node = atomic_load(&posted);
  if (node != 0) {
    atomic_store(&node->taken_over, 1);
    atomic_store(&node->done, 1);
  }
  return argument;
}

int main(void) {
  struct Node node;
  atomic_init(&node.done, 0);
  atomic_init(&node.taken_over, 0);
  atomic_store(&posted, &node);
  pthread_t thread;
  pthread_create(&thread, 0, help, 0);
  while (!atomic_load(&node.done) && !atomic_load(&node.taken_over)) {
  }
  pthread_join(thread, 0);
  return 0;
}
