// A thread that is created detached.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ended;
static int result;

static void* work(void* arg) {
  result = 7;
  sem_post(&ended);
  return arg;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  sem_init(&ended, 0, 0);
  pthread_attr_init(&attributes);
  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_create(&thread, &attributes, work, NULL) == 0);
  pthread_attr_destroy(&attributes);
  sem_wait(&ended);
  assert(result == 7);
}
