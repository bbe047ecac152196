// Blocks are freed when their users were joined, have counted down, or are the same thread. Threads free each other's.
//
// bug: none
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int users;
  int value;
};
static _Atomic(struct node*) handed_over;

static void put(struct node* node) {
  if (atomic_fetch_sub_explicit(&node->users, 1, memory_order_acq_rel) == 1) free(node);
}

static void* use(void* argument) {
  struct node* const node = argument;
  if (node->value == 1) put(node);
  struct node* const own = malloc(sizeof *own);
  own->value = 2;
  atomic_init(&own->users, 1);
  atomic_store_explicit(&handed_over, own, memory_order_release);
  return NULL;
}

int main(void) {
  struct node* const node = malloc(sizeof *node);
  atomic_init(&node->users, 2);
  node->value = 1;
  int* const counter = malloc(sizeof *counter);
  pthread_t thread;
  pthread_create(&thread, NULL, use, node);
  *counter = node->value;
  put(node);
  struct node* const theirs = atomic_exchange_explicit(&handed_over, NULL, memory_order_acquire);
  if (theirs && theirs->value == 2) put(theirs);
  pthread_join(thread, NULL);
  free(counter);
  free(atomic_load(&handed_over));
}
