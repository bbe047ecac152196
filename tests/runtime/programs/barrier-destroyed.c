// Barriers are destroyed as soon as one of those who have waited goes on, and made again; one on a stack is left as it is.
//
// bug: none
// graphs: 8
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value;

static void* write_value(void* argument) {
  value++;
  pthread_barrier_wait(argument);
  return NULL;
}

static void on_stack(void) {
  pthread_barrier_t mine;
  pthread_t thread;
  pthread_barrier_init(&mine, NULL, 2);
  pthread_create(&thread, NULL, write_value, &mine);
  pthread_barrier_wait(&mine);
  pthread_join(thread, NULL);
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, write_value, &barrier);
    pthread_barrier_wait(&barrier);
    assert(value == i + 1);
    pthread_barrier_destroy(&barrier);
    pthread_join(thread, NULL);
  }
  on_stack();
}
