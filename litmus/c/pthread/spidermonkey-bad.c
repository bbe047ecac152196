// The last context of a JavaScript runtime shuts it down; that it is the last one is found out in one critical section,
// and the runtime is shut down in another, when there is a new context.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int contexts;
static bool up;

static void create_context(void) {
  pthread_mutex_lock(&lock);
  contexts++;
  up = true;
  pthread_mutex_unlock(&lock);
}

static void use_context(void) {
  pthread_mutex_lock(&lock);
  assert(up);
  pthread_mutex_unlock(&lock);
}

static void destroy_context(void) {
  pthread_mutex_lock(&lock);
  bool last = --contexts == 0;
  pthread_mutex_unlock(&lock);
  if (!last) return;
  pthread_mutex_lock(&lock);
  up = false;
  pthread_mutex_unlock(&lock);
}

static void* run(void* arg) {
  create_context();
  use_context();
  destroy_context();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
