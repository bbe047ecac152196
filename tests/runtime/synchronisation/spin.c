// Two threads, one spin lock.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void* add(void* argument) {
  pthread_spin_lock(&lock);
  assert(pthread_spin_trylock(&lock) == EBUSY);
  ++count;
  pthread_spin_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
