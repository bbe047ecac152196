// A stack whose nodes are freed when they are popped, and handed out again: a popper finds a node at the top that is
// another one than it has looked at.
//
// bug: use-after-free
// options: --reuse-heap yes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  _Atomic(struct node*) next;
  int value;
};
static _Atomic(struct node*) top;

static void push(int value) {
  struct node* const node = malloc(sizeof *node);
  node->value = value;
  struct node* old = atomic_load(&top);
  do {
    atomic_store(&node->next, old);
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}
static void pop(void) {
  struct node* old = atomic_load(&top);
  while (old && !atomic_compare_exchange_strong(&top, &old, atomic_load(&old->next))) {
  }
  free(old);
}

static void* once(void* argument) {
  pop();
  return argument;
}

int main(void) {
  push(1);
  push(2);
  pthread_t thread;
  pthread_create(&thread, 0, once, 0);
  pop();
  push(3);
  pthread_join(thread, 0);
}
