// A detached thread frees what it was given.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ended;
static int result;

static void* work(void* arg) {
  int* input = arg;
  result = *input + 1;
  free(input);
  sem_post(&ended);
  return NULL;
}

int main(void) {
  int* input = malloc(sizeof *input);
  if (input == NULL) return 0;
  *input = 1;
  sem_init(&ended, 0, 0);
  pthread_t worker;
  pthread_create(&worker, NULL, work, input);
  pthread_detach(worker);
  sem_wait(&ended);
  assert(result == 2);
}
