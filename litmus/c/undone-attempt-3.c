// A lock that counts who is at it, and whose failed attempts are undone: nobody can tell that they were made, and main
// looks when they are over. As many graphs as there are orders of three threads.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;
static int data;  // guarded by the lock

static void* worker(void* arg) {
  while (atomic_fetch_add(&count, 1) != 0) {
    atomic_fetch_sub(&count, 1);
  }
  data++;
  atomic_fetch_sub(&count, 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&count) == 0);
  assert(data == 3);
  return 0;
}
