// A stack whose nodes are freed when they are popped: a popper takes a node for the one that it had looked at before.
//
// bug: assertion
// options: --reuse-heap yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  _Atomic(struct node*) next;
  int value;
};
static _Atomic(struct node*) top;
static atomic_int sum;
static struct node kept;

static void push(struct node* node) {
  struct node* old = atomic_load(&top);
  do {
    atomic_store(&node->next, old);
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}
static struct node* pop(void) {
  struct node* old = atomic_load(&top);
  while (old && !atomic_compare_exchange_strong(&top, &old, atomic_load(&old->next))) {
  }
  return old;
}

static void* once(void* argument) {
  pop();
  return argument;
}

int main() {
  pthread_t thread;
  struct node* first = malloc(sizeof *first);
  push(&kept);
  push(first);
  pthread_create(&thread, 0, once, 0);
  free(pop());
  pop();
  struct node* again = malloc(sizeof *again);
  push(again);
  pthread_join(thread, 0);
  // What was popped, and not pushed again, is not in the stack.
  assert(atomic_load(&top) != &kept);
}
