// What a thread has of its own is lost with it, what it has handed over is not.
//
// bug: leak
// options: --leaks
#include <pthread.h>
#include <stdlib.h>

int** table;
__thread int* own;

static void* work(void* argument) {
  own = malloc(4);
  table[1] = malloc(8);
  return argument;
}

int main() {
  pthread_t thread;
  table = calloc(2, sizeof *table);
  table[0] = (int*)((char*)malloc(24) + 8);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
