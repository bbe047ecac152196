// A thread waits for a semaphore that nobody posts.
//
// bug: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void* work(void* arg) {
  sem_wait(&never);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
