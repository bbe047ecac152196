// A semaphore hands over, counts, and can be tried.
//
// bug: none
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int value;

static void* produce(void* arg) {
  value = 4;
  assert(sem_post(&items) == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  int count = -1;
  assert(sem_init(&items, 0, 0) == 0);
  assert(sem_trywait(&items) == -1 && errno == EAGAIN);
  pthread_create(&thread, NULL, produce, NULL);
  assert(sem_wait(&items) == 0 && value == 4);
  pthread_join(thread, NULL);
  sem_post(&items);
  sem_post(&items);
  assert(sem_getvalue(&items, &count) == 0 && count == 2);
  assert(sem_trywait(&items) == 0 && sem_trywait(&items) == 0 && sem_trywait(&items) == -1);
  assert(sem_destroy(&items) == 0);
}
