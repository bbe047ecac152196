// Treiber's stack: the first WRITERS threads push, READERS others pop. Nodes are never freed.
#include <stdatomic.h>
#include <stdlib.h>

#include "threads.h"

#ifndef WRITERS
#define WRITERS 2
#define READERS 1
#endif

struct node {
  int value;
  struct node* next;
};
static _Atomic(struct node*) top;
static int popped[WRITERS + READERS];

static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, memory_order_release, memory_order_relaxed))
    ;
}

static int pop(void) {
  struct node* node = atomic_load_explicit(&top, memory_order_acquire);
  while (node &&
         !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire, memory_order_acquire))
    ;
  return node ? node->value : 0;
}

static void* work(void* arg) {
  int me = (int)(intptr_t)arg;
  if (me < WRITERS) {
    push(me + 1);
  } else {
    popped[me] = pop();
  }
  return arg;
}

int main(void) {
  run_threads(WRITERS + READERS, work);
  return 0;
}
