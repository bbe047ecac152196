// A thread waits for work, another one holds a lock, when main calls exit: nobody waits for ever.
//
// bug: none
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;

static void* wait(void* argument) {
  pthread_mutex_lock(&lock);
  while (1) pthread_cond_wait(&work, &lock);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  pthread_mutex_lock(&lock);
  exit(0);
}
