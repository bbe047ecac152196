// Three stations hand on a token, each when it is its turn.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int turn = 1;
static int x1, x2, x3;

static void await_turn(int station) {
  pthread_mutex_lock(&lock);
  while (turn != station) pthread_cond_wait(&moved, &lock);
}

static void pass_on(void) {
  turn++;
  pthread_cond_broadcast(&moved);
  pthread_mutex_unlock(&lock);
}

static void* station1(void* arg) {
  await_turn(1);
  x1 = (x3 + 1) % 4;
  pass_on();
  return arg;
}

static void* station2(void* arg) {
  await_turn(2);
  x2 = x1;
  pass_on();
  return arg;
}

static void* station3(void* arg) {
  await_turn(3);
  x3 = x2;
  pass_on();
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, station1, NULL);
  pthread_create(&threads[1], NULL, station2, NULL);
  pthread_create(&threads[2], NULL, station3, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(x1 == x2 && x2 == x3);
}
