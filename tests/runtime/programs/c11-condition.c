// C11 condition variables: signal, broadcast, and waiting until a point of time.
//
// bug: none
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;
static int state;

static int work(void* arg) {
  (void)arg;
  mtx_lock(&lock);
  state = 1;
  cnd_signal(&changed);
  while (state == 1) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&lock, mtx_plain);
  assert(cnd_init(&changed) == thrd_success);
  thrd_create(&thread, work, NULL);
  mtx_lock(&lock);
  while (state == 0) cnd_wait(&changed, &lock);
  state = 2;
  cnd_broadcast(&changed);
  mtx_unlock(&lock);
  thrd_join(thread, NULL);
  struct timespec past = {1, 0};
  mtx_lock(&lock);
  int result;
  while ((result = cnd_timedwait(&changed, &lock, &past)) == thrd_success) {
  }
  assert(result == thrd_timedout);
  mtx_unlock(&lock);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
}
