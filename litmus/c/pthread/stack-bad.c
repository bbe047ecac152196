// A stack with a flag that says that something was pushed, but not that it is still there: the popper underflows.
//
// bug: assertion
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { rounds = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[rounds], top;
static bool pushed;

static void* push(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    stack[top++] = i;
    pushed = true;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* pop(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    if (pushed) {
      assert(top > 0);
      top--;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t pusher, popper;
  pthread_create(&pusher, NULL, push, NULL);
  pthread_create(&popper, NULL, pop, NULL);
  pthread_join(pusher, NULL);
  pthread_join(popper, NULL);
}
