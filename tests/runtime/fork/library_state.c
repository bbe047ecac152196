// What the C library remembers is as at the start only in a new process.
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static void* other(void* argument) {
  atomic_store(&x, 1);
  return argument;
}

int main(void) {
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  assert(setlocale(LC_ALL, "C.UTF-8") != NULL);
  atomic_load(&x);
  pthread_join(thread, NULL);
  return 0;
}
