// Thread-local variables, initialised anew for each thread; addresses differ.
//
// bug: none
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static _Thread_local int own = 4;
static _Thread_local char zero[100];
static int* of_main;

static void* work(void* arg) {
  assert(own == 4 && zero[50] == 0 && &own != of_main);
  own++;
  zero[50] = 1;
  errno = *(int*)arg;
  assert(own == 5 && errno == *(int*)arg);
  return NULL;
}

int main(void) {
  static int numbers[2] = {1, 2};
  pthread_t threads[2];
  of_main = &own;
  own = 9;
  errno = 3;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(own == 9 && zero[50] == 0 && errno == 3);
}
