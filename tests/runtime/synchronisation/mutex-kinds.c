// What each kind of mutex does when its thread locks it again.
//
// bug: none
// graphs: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t made_as(int kind) {
  pthread_mutex_t mutex;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

static void use(pthread_mutex_t* mutex, int again, int try_again, int unlock_twice) {
  assert(pthread_mutex_lock(mutex) == 0);
  assert(pthread_mutex_trylock(mutex) == try_again);
  if (try_again == 0) assert(pthread_mutex_unlock(mutex) == 0);
  if (again >= 0) {
    assert(pthread_mutex_lock(mutex) == again);
    if (again == 0) assert(pthread_mutex_unlock(mutex) == 0);
  }
  assert(pthread_mutex_unlock(mutex) == 0);
  if (unlock_twice != 0) assert(pthread_mutex_unlock(mutex) == unlock_twice);
}

int main(void) {
  for (int i = 0; i < 2; ++i) {
    use(&recursive, 0, 0, EPERM);
    use(&checking, EDEADLK, EBUSY, EPERM);
    use(&adaptive, -1, EBUSY, 0);
    use(&normal, -1, EBUSY, 0);
    pthread_mutex_destroy(&recursive);
    pthread_mutex_destroy(&checking);
    recursive = made_as(PTHREAD_MUTEX_RECURSIVE);
    checking = made_as(PTHREAD_MUTEX_ERRORCHECK);
  }
  return 0;
}
