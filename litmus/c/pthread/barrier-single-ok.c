// Two threads write a cell each, meet, read the other's, and meet again.
//
// bug: none
// race: no
// model: sc
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

enum { rounds = 2 };

static pthread_barrier_t barrier;
static int cells[2];
static int numbers[2] = {0, 1};

static void* work(void* arg) {
  int mine = *(int*)arg;
  for (int round = 1; round <= rounds; round++) {
    cells[mine] = round;
    pthread_barrier_wait(&barrier);
    int other = cells[1 - mine];
    assert(other == round);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
}
