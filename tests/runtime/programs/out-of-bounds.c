// A byte after a block is written.
//
// bug: out-of-bounds
#include <pthread.h>
#include <stdlib.h>

char* block;
int offset = 24;

static void* work(void* arg) {
  block[offset] = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  block = malloc(24);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  free(block);
}
