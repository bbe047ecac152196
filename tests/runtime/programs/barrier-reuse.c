// A barrier is used again and again.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value;

static void* write_it(void* arg) {
  for (int i = 1; i <= 3; i++) {
    value = i;
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, write_it, NULL);
  for (int i = 1; i <= 3; i++) {
    pthread_barrier_wait(&barrier);
    assert(value == i);
    pthread_barrier_wait(&barrier);
  }
  pthread_join(thread, NULL);
  pthread_barrier_destroy(&barrier);
}
