// Each thread is itself and no other.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_t creator;

static void* work(void* arg) {
  assert(pthread_equal(pthread_self(), pthread_self()));
  assert(!pthread_equal(pthread_self(), creator));
  *(pthread_t*)arg = pthread_self();
  return NULL;
}

int main(void) {
  pthread_t thread, seen;
  creator = pthread_self();
  pthread_create(&thread, NULL, work, &seen);
  pthread_join(thread, NULL);
  assert(pthread_equal(thread, seen));
}
