// A copy that nobody guards.
//
// bug: race
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char shared[40];
static volatile size_t size = sizeof shared;

static void* copier(void* unused) {
  char mine[sizeof shared];
  memset(mine, 1, sizeof mine);
  memcpy(shared, mine, size);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, copier, NULL);
  const int first = shared[0] != 0;
  pthread_join(thread, NULL);
  return first && shared[0] == 0;
}
