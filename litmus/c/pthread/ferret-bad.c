// A stage of a pipeline tells the next one that nothing more will come, but not under the lock: the next one has
// looked, and falls asleep after it was to be woken.
//
// bug: deadlock
// race: yes
// model: sc
// options: --plain sc
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int images;
int seen;
static bool terminated;

static void* load(void* arg) {
  pthread_mutex_lock(&lock);
  images++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  terminated = true;
  pthread_cond_broadcast(&changed);
  return arg;
}

static void* rank(void* arg) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (images == 0 && !terminated) pthread_cond_wait(&changed, &lock);
    if (images == 0) break;
    images--;
    seen++;
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t loader, ranker;
  pthread_create(&loader, NULL, load, NULL);
  pthread_create(&ranker, NULL, rank, NULL);
  pthread_join(loader, NULL);
  pthread_join(ranker, NULL);
}
