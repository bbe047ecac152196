// What two threads share is found out late: the upper slots only where one thread runs for long without the other, and
// schedules differ much in that. A slot is a location from then on, and what was known before is no longer true.
//
// bug: none
// model: sc
// options: --plain sc-all --strategy pct -n 5000
#include <assert.h>
#include <pthread.h>

enum { slots = 12 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot[slots], used;

static void* put(void* arg) {
  for (int i = 0; i < slots; i++) {
    pthread_mutex_lock(&lock);
    slot[used] = used + 1;
    used++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* take(void* arg) {
  for (int i = 0; i < slots; i++) {
    pthread_mutex_lock(&lock);
    if (used > 0) {
      used--;
      assert(slot[used] == used + 1);
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, put, NULL);
  pthread_create(&threads[1], NULL, take, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
