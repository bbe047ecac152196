// Forty threads, one after the other, and one of them by another.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int count;

static void* work(void* arg) {
  count++;
  return arg;
}

int main(void) {
  for (int i = 0; i < 40; i++) {
    pthread_t thread;
    assert(pthread_create(&thread, NULL, work, &count) == 0);
    void* result = NULL;
    assert(pthread_join(thread, &result) == 0 && result == &count);
  }
  assert(count == 40);
}
