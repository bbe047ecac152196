// A thread uses what its creator sets up only after it has been created.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int settings = 5;
static int* configuration;

static void* work(void* arg) {
  assert(configuration != NULL);
  return arg;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  configuration = &settings;
  pthread_join(worker, NULL);
}
