// A thread detaches itself.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ended;

static void* work(void* arg) {
  assert(pthread_detach(pthread_self()) == 0);
  sem_post(&ended);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&ended, 0, 0);
  assert(pthread_create(&thread, NULL, work, NULL) == 0);
  sem_wait(&ended);
}
