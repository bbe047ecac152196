// A lock that counts who is at it, and whose failed attempts are undone; a third thread takes the counter for the number
// of those that have the lock. It can be two for a while.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;
static int data;  // guarded by the lock

static void* worker(void* arg) {
  while (atomic_fetch_add(&count, 1) != 0) {
    atomic_fetch_sub(&count, 1);
    while (atomic_load(&count) != 0) {
    }
  }
  data++;
  atomic_fetch_sub(&count, 1);
  return arg;
}

static void* watcher(void* arg) {
  assert(atomic_load(&count) < 2);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  pthread_create(&threads[2], NULL, watcher, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(data == 2);
  return 0;
}
