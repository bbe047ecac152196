// C11 mutexes: plain, recursive and timed ones.
//
// bug: none
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static int counter;

static int work(void* arg) {
  (void)arg;
  assert(mtx_lock(&plain) == thrd_success);
  counter++;
  assert(mtx_unlock(&plain) == thrd_success);
  struct timespec past = {1, 0};
  assert(mtx_trylock(&recursive) == thrd_busy);
  assert(mtx_timedlock(&timed, &past) == thrd_timedout);
  return 0;
}

int main(void) {
  thrd_t thread;
  assert(mtx_init(&plain, mtx_plain) == thrd_success);
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_init(&timed, mtx_timed) == thrd_success);
  assert(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
  assert(mtx_trylock(&timed) == thrd_success);
  assert(thrd_create(&thread, work, NULL) == thrd_success);
  mtx_lock(&plain);
  counter++;
  mtx_unlock(&plain);
  thrd_join(thread, NULL);
  assert(counter == 2);
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  mtx_unlock(&timed);
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  mtx_destroy(&timed);
}
