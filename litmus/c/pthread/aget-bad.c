// Two parts of a file are fetched in parallel, each adds what it has written to a total that is under no lock; a third
// thread saves the total whenever asked to. What was added is lost.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>

enum { parts = 2, chunks = 2, chunk = 10 };

int saved;
static int written;

static void* fetch(void* arg) {
  for (int i = 0; i < chunks; i++) {
    int before = written;
    written = before + chunk;
  }
  return arg;
}

static void* save(void* arg) {
  saved = written;
  return arg;
}

int main(void) {
  pthread_t fetchers[parts], saver;
  for (int i = 0; i < parts; i++) pthread_create(&fetchers[i], NULL, fetch, NULL);
  pthread_create(&saver, NULL, save, NULL);
  for (int i = 0; i < parts; i++) pthread_join(fetchers[i], NULL);
  pthread_join(saver, NULL);
  assert(written == parts * chunks * chunk);
}
