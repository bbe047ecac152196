// A block is read when it has been freed.
//
// bug: use-after-free
#include <pthread.h>
#include <stdlib.h>

int *block, *copy;
int value;

static void* work(void* arg) {
  value = *copy;
  return arg;
}

int main(void) {
  pthread_t thread;
  copy = block = calloc(1, sizeof *block);
  free(block);
  block = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  free(block);
}
