// A thread jumps back out of nested calls.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static void descend(jmp_buf back, int depth) {
  if (depth > 0) descend(back, depth - 1);
  if (depth == 0) longjmp(back, 5);
}

static void* work(void* arg) {
  jmp_buf back;
  int got = setjmp(back);
  if (got == 0) descend(back, 4);
  assert(got == 5);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
