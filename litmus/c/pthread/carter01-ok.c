// Two groups share a resource, one group at a time; each group's counter has a lock of its own. The resource is a
// semaphore, as the thread that gives it back may be another than the one that took it.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t counters[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t resource;
static int members[2], owner;

static void enter(int group) {
  pthread_mutex_lock(&counters[group]);
  if (++members[group] == 1) {
    sem_wait(&resource);
    owner = group;
  }
  pthread_mutex_unlock(&counters[group]);
}

static void leave(int group) {
  pthread_mutex_lock(&counters[group]);
  if (--members[group] == 0) sem_post(&resource);
  pthread_mutex_unlock(&counters[group]);
}

static void* first_group(void* arg) {
  enter(0);
  assert(owner == 0);
  leave(0);
  return arg;
}

static void* second_group(void* arg) {
  enter(1);
  assert(owner == 1);
  leave(1);
  return arg;
}

int main(void) {
  sem_init(&resource, 0, 1);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first_group, NULL);
  pthread_create(&threads[1], NULL, first_group, NULL);
  pthread_create(&threads[2], NULL, second_group, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  sem_destroy(&resource);
}
