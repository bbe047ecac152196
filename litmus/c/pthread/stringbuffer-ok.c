// Appending one string buffer to another, with both locks held throughout.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

struct buffer {
  pthread_mutex_t lock;
  int length;
  char text[8];
};

static struct buffer from = {PTHREAD_MUTEX_INITIALIZER, 3, "abc"}, to = {PTHREAD_MUTEX_INITIALIZER, 0, ""};

static void* append(void* arg) {
  pthread_mutex_lock(&to.lock);
  pthread_mutex_lock(&from.lock);
  for (int i = 0; i < from.length; i++) to.text[to.length++] = from.text[i];
  pthread_mutex_unlock(&from.lock);
  pthread_mutex_unlock(&to.lock);
  return arg;
}

static void* clear(void* arg) {
  pthread_mutex_lock(&from.lock);
  from.length = 0;
  pthread_mutex_unlock(&from.lock);
  return arg;
}

int main(void) {
  pthread_t appender, clearer;
  pthread_create(&appender, NULL, append, NULL);
  pthread_create(&clearer, NULL, clear, NULL);
  pthread_join(appender, NULL);
  pthread_join(clearer, NULL);
  assert(to.length == 0 || to.length == 3);
}
