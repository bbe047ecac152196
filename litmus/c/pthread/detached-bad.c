// A detached thread reads what its creator frees.
//
// bug: use-after-free
// model: sc
// options: --plain sc
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ended;
int result;

static void* work(void* arg) {
  int* input = arg;
  result = *input + 1;
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
  free(input);
  sem_wait(&ended);
}
