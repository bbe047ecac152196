// Two parts of a file are fetched in parallel; the total is under a lock.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

enum { parts = 2, chunks = 2, chunk = 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written, saved;

static void* fetch(void* arg) {
  for (int i = 0; i < chunks; i++) {
    pthread_mutex_lock(&lock);
    written += chunk;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* save(void* arg) {
  pthread_mutex_lock(&lock);
  saved = written;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t fetchers[parts], saver;
  for (int i = 0; i < parts; i++) pthread_create(&fetchers[i], NULL, fetch, NULL);
  pthread_create(&saver, NULL, save, NULL);
  for (int i = 0; i < parts; i++) pthread_join(fetchers[i], NULL);
  pthread_join(saver, NULL);
  assert(written == parts * chunks * chunk && saved % chunk == 0 && saved <= written);
}
