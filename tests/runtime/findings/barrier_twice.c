// A barrier that is in use is initialised once more.
//
// bug: misuse
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_barrier_wait(&barrier);
}
