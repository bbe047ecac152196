// The class "wronglock N" of SCTBench: one thread counts under the right lock, WRONG threads count under another one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER, wrong_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count_right(void* arg) {
  pthread_mutex_lock(&right_lock);
  counter++;
  pthread_mutex_unlock(&right_lock);
  return arg;
}

static void* count_wrong(void* arg) {
  pthread_mutex_lock(&wrong_lock);
  counter++;
  pthread_mutex_unlock(&wrong_lock);
  return arg;
}

int main(void) {
  pthread_t right, wrong[WRONG];
  pthread_create(&right, NULL, count_right, NULL);
  for (int i = 0; i < WRONG; i++) pthread_create(&wrong[i], NULL, count_wrong, NULL);
  pthread_join(right, NULL);
  for (int i = 0; i < WRONG; i++) pthread_join(wrong[i], NULL);
  assert(counter == 1 + WRONG);
}
