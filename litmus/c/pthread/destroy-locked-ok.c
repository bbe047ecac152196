// The main thread destroys a mutex when its thread has ended.
//
// bug: none
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
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&lock);
  sem_destroy(&done);
}
