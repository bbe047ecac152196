// Nobody posts.
//
// bug: deadlock
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  sem_wait(&semaphore);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  sem_wait(&semaphore);
  return 0;
}
