// Treiber's stack that is pushed to by a plain store of the top: a push may be lost.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
};

static _Atomic(struct node*) top;

static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  atomic_store_explicit(&top, node, memory_order_release);
}

// 0: the stack is empty. Nodes are never freed, so that there is no ABA.
static int pop(void) {
  struct node* node = atomic_load_explicit(&top, memory_order_acquire);
  while (node != NULL) {
    if (atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire, memory_order_acquire))
      return node->value;
  }
  return 0;
}

static int popped;

static void* push_one(void* arg) {
  push(1);
  return arg;
}

static void* push_two(void* arg) {
  push(2);
  return arg;
}

static void* pop_one(void* arg) {
  popped = pop();
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, push_one, NULL);
  pthread_create(&threads[1], NULL, push_two, NULL);
  pthread_create(&threads[2], NULL, pop_one, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  int sum = popped;
  for (int value; (value = pop()) != 0;) sum += value;
  assert(sum == 3);
  return 0;
}
