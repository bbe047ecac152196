// Two threads meet twice; who comes first is open each time.
//
// bug: none
// graphs: 4
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int mine[2], last[2];

static void* work(void* argument) {
  const int me = (int)(long)argument;
  for (int i = 1; i <= 2; ++i) {
    mine[me] = i;
    last[me] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(mine[1 - me] >= i - 1);
    if (i == 1) assert(mine[me] == 1);
    break;
  }
  pthread_barrier_wait(&barrier);
  assert(last[0] + last[1] == 1);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void*)1);
  work((void*)0);
  pthread_join(thread, NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
