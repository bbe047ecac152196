// A stack whose popper looks at how high it is.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

enum { rounds = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[rounds], top, popped;

static void* push(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    stack[top++] = i;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* pop(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    if (top > 0) {
      top--;
      popped++;
    }
    assert(top >= 0);
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
  assert(top + popped == rounds);
}
