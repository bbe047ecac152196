// Waiting for a semaphore ends at a point of time.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t items;
  struct timespec deadline;
  sem_init(&items, 0, 1);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += (deadline.tv_nsec + 20000000) / 1000000000;
  deadline.tv_nsec = (deadline.tv_nsec + 20000000) % 1000000000;
  assert(sem_timedwait(&items, &deadline) == 0);
  assert(sem_timedwait(&items, &deadline) == -1 && errno == ETIMEDOUT);
  sem_destroy(&items);
}
