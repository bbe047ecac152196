// Four bytes before a block are read.
//
// bug: out-of-bounds
#include <pthread.h>
#include <stdlib.h>

int* block;
int offset = -1, value;

static void* work(void* arg) {
  value = block[offset];
  return arg;
}

int main(void) {
  pthread_t thread;
  block = calloc(4, sizeof *block);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  free(block);
}
