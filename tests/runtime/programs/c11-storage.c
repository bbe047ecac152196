// C11 thread-specific storage with a destructor, call_once, and _Thread_local.
//
// bug: none
#include <assert.h>
#include <threads.h>

static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static thread_local int own = 3;
static int made, destroyed[2];

static void make(void) { made++; }

static void destroy(void* cell) { ++*(int*)cell; }

static int work(void* arg) {
  call_once(&once, make);
  assert(made == 1);
  assert(own++ == 3);
  assert(tss_get(key) == NULL);
  assert(tss_set(key, arg) == thrd_success);
  return own;
}

int main(void) {
  thrd_t threads[2];
  int result;
  assert(tss_create(&key, destroy) == thrd_success);
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], work, &destroyed[i]);
  for (int i = 0; i < 2; i++) assert(thrd_join(threads[i], &result) == thrd_success && result == 4);
  assert(destroyed[0] == 1 && destroyed[1] == 1 && own == 3);
  tss_delete(key);
}
