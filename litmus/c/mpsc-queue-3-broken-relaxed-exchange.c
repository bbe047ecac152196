// Vyukov's queue for many producers with a relaxed exchange: a node's own `next = NULL` may come after
// the link in modification order, so that the consumer waits for ever.
//
// bug: hang
// options: --liveness
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int value;
  _Atomic(struct node*) next;
};

static struct node stub, nodes[2];
static _Atomic(struct node*) end = &stub;

static void* producer(void* arg) {
  struct node* node = &nodes[(intptr_t)arg];
  node->value = (int)(intptr_t)arg + 1;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&end, node, memory_order_relaxed);
  atomic_store_explicit(&before->next, node, memory_order_release);
  return arg;
}

static void* consumer(void* arg) {
  struct node* at = &stub;
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    struct node* next;
    while ((next = atomic_load_explicit(&at->next, memory_order_acquire)) == NULL) {
    }
    sum += next->value;
    at = next;
  }
  assert(sum == 3);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, producer, (void*)0);
  pthread_create(&threads[1], NULL, producer, (void*)1);
  pthread_create(&threads[2], NULL, consumer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
