// A block is allocated by one thread and freed by another.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* make(void* arg) {
  int* block = malloc(100 * sizeof *block);
  for (int i = 0; i < 100; i++) block[i] = i;
  return arg ? NULL : block;
}

static void* end(void* arg) {
  assert(((int*)arg)[99] == 99);
  free(arg);
  return NULL;
}

int main(void) {
  pthread_t maker, ender;
  void* block = NULL;
  pthread_create(&maker, NULL, make, NULL);
  pthread_join(maker, &block);
  pthread_create(&ender, NULL, end, block);
  pthread_join(ender, NULL);
}
