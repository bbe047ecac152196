// Treiber's stack that frees what it pops at once: another popper may still look into the node.
//
// bug: use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
};

static _Atomic(struct node*) top;

static void* popper(void* arg) {
  struct node* node = atomic_load_explicit(&top, memory_order_acquire);
  while (node != NULL && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acq_rel,
                                                                  memory_order_acquire)) {
  }
  free(node);
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node* node = malloc(sizeof *node);
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    atomic_store_explicit(&top, node, memory_order_relaxed);
  }
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, popper, NULL);
  pthread_create(&threads[1], NULL, popper, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
