// Threads that never come to an end: their loops are bounded without being asked for, to two iterations.
//
// bug: none
// graphs: 0
// truncated: 6
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* count(void* arg) {
  for (;;) atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, count, NULL);
  pthread_create(&two, NULL, count, NULL);
  return 0;
}
