// C11 threads: create, join with a result, exit, detach, compare.
//
// bug: none
#include <assert.h>
#include <threads.h>

static thrd_t creator;

static int work(void* arg) {
  assert(!thrd_equal(thrd_current(), creator));
  thrd_yield();
  if (*(int*)arg == 1) thrd_exit(11);
  return 10 + *(int*)arg;
}

int main(void) {
  static int numbers[3] = {0, 1, 2};
  thrd_t threads[2], detached;
  int result = 0;
  creator = thrd_current();
  for (int i = 0; i < 2; i++) assert(thrd_create(&threads[i], work, &numbers[i]) == thrd_success);
  for (int i = 0; i < 2; i++) assert(thrd_join(threads[i], &result) == thrd_success && result == 10 + i);
  assert(thrd_create(&detached, work, &numbers[2]) == thrd_success);
  assert(thrd_detach(detached) == thrd_success);
}
