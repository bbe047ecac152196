// A condition variable of C11 threads that is signalled without the mutex, over an atomic flag: the
// signal may come between look and wait, a deadlock.
//
// bug: deadlock
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static mtx_t mutex;
static cnd_t changed;
static atomic_int ready;

static void initialise(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
}

static int sender(void* arg) {
  (void)arg;
  call_once(&flag, initialise);
  atomic_store_explicit(&ready, 1, memory_order_release);
  cnd_signal(&changed);
  return 0;
}

static int receiver(void* arg) {
  (void)arg;
  call_once(&flag, initialise);
  mtx_lock(&mutex);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) cnd_wait(&changed, &mutex);
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
  assert(result == 7 && atomic_load_explicit(&ready, memory_order_relaxed) == 1);
  mtx_destroy(&mutex);
  cnd_destroy(&changed);
  return 0;
}
