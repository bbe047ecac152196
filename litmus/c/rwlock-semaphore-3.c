// The first readers-writers solution of Courtois, Heymans and Parnas (1971): a mutex for the number of
// readers, a semaphore for the room.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t readers_mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;  // taken by the writer, or by the readers together
static int readers, data;

static void* reader(void* arg) {
  pthread_mutex_lock(&readers_mutex);
  if (++readers == 1) sem_wait(&room);
  pthread_mutex_unlock(&readers_mutex);
  int first = data, second = data;
  assert(first == second);
  pthread_mutex_lock(&readers_mutex);
  if (--readers == 0) sem_post(&room);
  pthread_mutex_unlock(&readers_mutex);
  return arg;
}

static void* writer(void* arg) {
  sem_wait(&room);
  data++;
  sem_post(&room);
  return arg;
}

int main(void) {
  sem_init(&room, 0, 1);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(data == 1 && readers == 0);
  sem_destroy(&room);
  return 0;
}
