// Two workers sort an array, taking ranges from a list; who takes a range is busy from then on.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct range {
  int begin, end;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int data[3] = {2, 3, 1};
static struct range todo[8] = {{0, 3}};
static int ranges = 1, busy;
static bool finished;

static void swap(int i, int j) {
  int value = data[i];
  data[i] = data[j];
  data[j] = value;
}

static int partition(struct range r) {
  int pivot = r.begin;
  for (int i = r.begin; i < r.end - 1; i++) {
    if (data[i] < data[r.end - 1]) swap(i, pivot++);
  }
  swap(pivot, r.end - 1);
  return pivot;
}

static void* work(void* arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (ranges == 0 && busy > 0) pthread_cond_wait(&changed, &lock);
    if (ranges == 0) {
      finished = true;
      pthread_cond_broadcast(&changed);
      pthread_mutex_unlock(&lock);
      return arg;
    }
    struct range mine = todo[--ranges];
    busy++;
    pthread_mutex_unlock(&lock);
    int pivot = partition(mine);

    pthread_mutex_lock(&lock);
    if (pivot - mine.begin > 1) todo[ranges++] = (struct range){mine.begin, pivot};
    if (mine.end - pivot > 2) todo[ranges++] = (struct range){pivot + 1, mine.end};
    busy--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, work, NULL);
  pthread_mutex_lock(&lock);
  while (!finished) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; i++) assert(data[i] == i + 1);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
}
