// A thread uses what its creator has set up before.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int settings = 5;
static int* configuration;

static void* work(void* arg) {
  assert(configuration != NULL && *configuration == 5);
  return arg;
}

int main(void) {
  pthread_t worker;
  configuration = &settings;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
}
