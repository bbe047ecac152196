// Two groups share a resource, one group at a time: the first of a group takes it, the last gives it back. The counters
// of both groups are under one lock, which the second group keeps while it waits for the resource.
//
// bug: deadlock
// race: no
// model: sc
#include <pthread.h>

static pthread_mutex_t counters = PTHREAD_MUTEX_INITIALIZER, resource = PTHREAD_MUTEX_INITIALIZER;
static int members[2];

static void enter(int group) {
  pthread_mutex_lock(&counters);
  if (++members[group] == 1) pthread_mutex_lock(&resource);
  pthread_mutex_unlock(&counters);
}

static void leave(int group) {
  pthread_mutex_lock(&counters);
  if (--members[group] == 0) pthread_mutex_unlock(&resource);
  pthread_mutex_unlock(&counters);
}

static void* first_group(void* arg) {
  enter(0);
  leave(0);
  return arg;
}

static void* second_group(void* arg) {
  enter(1);
  leave(1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first_group, NULL);
  pthread_create(&threads[1], NULL, second_group, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
