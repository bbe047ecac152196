// Atomic objects on a stack begin with what they are initialised with, each time anew.
//
// bug: none
// graphs: 16
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct pair {
  atomic_int x;
  int y;
};

static void* add(void* arg) {
  struct pair* pair = arg;
  atomic_fetch_add(&pair->x, pair->y);
  return NULL;
}

static void* post(void* arg) {
  sem_post(arg);
  return NULL;
}

static void meet(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, post, &semaphore);
  sem_wait(&semaphore);
  sem_wait(&semaphore);
  pthread_join(thread, NULL);
}

int main(void) {
  _Atomic(uint16_t) small = 65535;
  assert(atomic_fetch_add(&small, 1) == 65535);
  assert(small == 0);
  for (int i = 0; i < 2; ++i) {
    struct pair pair = {5, 3 + i};
    pthread_t one, two;
    pthread_create(&one, NULL, add, &pair);
    pthread_create(&two, NULL, add, &pair);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(pair.x == 11 + 2 * i);
  }
  meet();
  meet();
  return 0;
}
