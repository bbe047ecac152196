// Three dining philosophers; the last one takes the right fork first.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

enum { philosophers = 3 };

static pthread_mutex_t forks[philosophers];
static int meals[philosophers];
static int seats[philosophers];

static void* dine(void* arg) {
  int seat = *(int*)arg;
  int left = seat, right = (seat + 1) % philosophers;
  int lower = left < right ? left : right, higher = left < right ? right : left;
  pthread_mutex_lock(&forks[lower]);
  pthread_mutex_lock(&forks[higher]);
  meals[seat]++;
  pthread_mutex_unlock(&forks[higher]);
  pthread_mutex_unlock(&forks[lower]);
  return NULL;
}

int main(void) {
  pthread_t threads[philosophers];
  for (int i = 0; i < philosophers; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < philosophers; i++) {
    seats[i] = i;
    pthread_create(&threads[i], NULL, dine, &seats[i]);
  }
  for (int i = 0; i < philosophers; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < philosophers; i++) assert(meals[i] == 1);
}
