// Appending one string buffer to another: the length of the other is asked for, then its characters, each under its
// lock; in between it is emptied. After StringBuffer of JDK 1.4.
//
// bug: assertion
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

static int length(struct buffer* b) {
  pthread_mutex_lock(&b->lock);
  int n = b->length;
  pthread_mutex_unlock(&b->lock);
  return n;
}

static void copy(struct buffer* b, int end, char* destination) {
  pthread_mutex_lock(&b->lock);
  assert(end <= b->length);
  for (int i = 0; i < end; i++) destination[i] = b->text[i];
  pthread_mutex_unlock(&b->lock);
}

static void* append(void* arg) {
  pthread_mutex_lock(&to.lock);
  int n = length(&from);
  copy(&from, n, to.text + to.length);
  to.length += n;
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
}
