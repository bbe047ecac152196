// A mutex of a futex, as in "Futexes are tricky" (Drepper, 2011).
//
// bug: none
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int count;

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&word, &seen, 1)) return;
  if (seen != 2) seen = atomic_exchange(&word, 2);
  while (seen != 0) {
    syscall(SYS_futex, &word, FUTEX_WAIT, 2, 0, 0, 0);
    seen = atomic_exchange(&word, 2);
  }
}
static void unlock(void) {
  if (atomic_fetch_sub(&word, 1) == 1) return;
  atomic_store(&word, 0);
#ifndef FORGETS
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
#endif
}

static void* add(void* argument) {
  lock();
  ++count;
  unlock();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
  return 0;
}
