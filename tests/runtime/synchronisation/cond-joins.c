// Main joins a thread, and waits for a mutex afterwards: executions in which it waits longer begin with the join, too.
//
// bug: none
// graphs: 228
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int pending, closing, written;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  ++pending;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&changed);
  return argument;
}

static void* write_all(void* argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (!closing && pending == 0) pthread_cond_wait(&changed, &mutex);
    const int count = pending;
    const int last = closing;
    pending = 0;
    pthread_mutex_unlock(&mutex);
    written += count;
    if (last) return argument;
  }
}

int main(void) {
  pthread_t writer, adder;
  pthread_create(&writer, NULL, write_all, NULL);
  pthread_create(&adder, NULL, add, NULL);
  add(NULL);
  pthread_join(adder, NULL);
  pthread_mutex_lock(&mutex);
  closing = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&changed);
  pthread_join(writer, NULL);
  assert(written == 2);
  return 0;
}
