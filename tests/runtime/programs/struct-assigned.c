// A structure is assigned to another: the write of it is told of before the read, and is made after that.
//
// bug: none
// model: sc
// options: --plain sc-all
// graphs: 2
#include <assert.h>
#include <pthread.h>

struct Pair {
  int a, b;
};
static struct Pair shared = {1, 2};
static struct Pair other = {5, 6};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  shared.a = 3;
  shared.b = 4;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mutex);
  shared = other;
  assert(shared.a == 5 && shared.b == 6);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  const struct Pair last = shared;
  assert((last.a == 3 && last.b == 4) || (last.a == 5 && last.b == 6));
  return 0;
}
