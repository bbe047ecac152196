// Attempts in inline assembly on a local of main's: what one that fails has read is what the next instruction finds,
// and nothing that anybody writes.
//
// bug: none
// graphs: 10
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int attempt(int* at, int expected, int desired) {
  int found;
  __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(found), "+m"(*at) : "r"(desired), "0"(expected) : "memory");
  return found;
}

static void* count(void* at) {
  attempt(at, 0, 1);
  attempt(at, 1, 2);
  return NULL;
}

int main(void) {
  int value = 0;
  pthread_t thread;
  attempt(&value, 0, 0);
  pthread_create(&thread, NULL, count, &value);
  const int first = attempt(&value, 7, 8);
  const int second = attempt(&value, 7, 8);
  const int third = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
  assert(first <= second && second <= third);
  pthread_join(thread, NULL);
  assert(__atomic_load_n(&value, __ATOMIC_SEQ_CST) == 2);
  return 0;
}
