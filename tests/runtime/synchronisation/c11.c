// The threads of C11.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, times, destroyed;

static void initialise(void) { ++times; }
static void destroy(void* value) { destroyed = *(int*)value; }

static int work(void* argument) {
  static int mine = 5;
  tss_set(key, &mine);
  assert(tss_get(key) == &mine);
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return *(int*)argument;
}

int main(void) {
  int argument = -3;
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  tss_create(&key, destroy);
  call_once(&once, initialise);
  call_once(&once, initialise);
  assert(times == 1);
  assert(thrd_create(&thread, work, &argument) == thrd_success);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  int result = 0;
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == -3 && destroyed == 5);
  thrd_yield();
  thrd_sleep(&(struct timespec){.tv_sec = 100}, NULL);
  mtx_destroy(&mutex);
  cnd_destroy(&condition);
  return 0;
}
