// call_once, mutex and condition variable of C11 threads.
//
// bug: none
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static mtx_t mutex;
static cnd_t changed;
static int ready;

static void initialise(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
}

static int sender(void* arg) {
  (void)arg;
  call_once(&flag, initialise);
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  return 0;
}

static int receiver(void* arg) {
  (void)arg;
  call_once(&flag, initialise);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  return 7;
}

int main(void) {
  thrd_t first, second;
  int result = 0;
  thrd_create(&first, sender, NULL);
  thrd_create(&second, receiver, NULL);
  thrd_join(first, NULL);
  thrd_join(second, &result);
  assert(result == 7 && ready == 1);
  mtx_destroy(&mutex);
  cnd_destroy(&changed);
  return 0;
}
