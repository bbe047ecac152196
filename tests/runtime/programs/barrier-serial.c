// Of three threads that meet at a barrier, exactly one is told to be the serial one, and all have come.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int came[3], serial[3], numbers[3] = {0, 1, 2};

static void* work(void* arg) {
  int mine = *(int*)arg;
  came[mine] = 1;
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  serial[mine] = result == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(came[0] + came[1] + came[2] == 3);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  assert(pthread_barrier_init(&barrier, NULL, 3) == 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(serial[0] + serial[1] + serial[2] == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
}
