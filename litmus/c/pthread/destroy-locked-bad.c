// The main thread destroys a mutex as soon as its thread has told that it is done, which it tells with the mutex held.
//
// bug: destroyed-lock
// race: no
// model: sc
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock;
static sem_t done;

static void* work(void* arg) {
  pthread_mutex_lock(&lock);
  sem_post(&done);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_mutex_init(&lock, NULL);
  sem_init(&done, 0, 0);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  sem_wait(&done);
  pthread_mutex_destroy(&lock);
  pthread_join(worker, NULL);
  sem_destroy(&done);
}
