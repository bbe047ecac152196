// The class "din_phil N" of SCTBench: PHILOSOPHERS sit at a round table, each takes the left fork, then the right one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t forks[PHILOSOPHERS];
static int meals[PHILOSOPHERS];
static int seats[PHILOSOPHERS];

static void* dine(void* arg) {
  int seat = *(int*)arg;
  int left = seat, right = (seat + 1) % PHILOSOPHERS;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  meals[seat]++;
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(void) {
  pthread_t philosophers[PHILOSOPHERS];
  for (int i = 0; i < PHILOSOPHERS; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < PHILOSOPHERS; i++) {
    seats[i] = i;
    pthread_create(&philosophers[i], NULL, dine, &seats[i]);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) pthread_join(philosophers[i], NULL);
  for (int i = 0; i < PHILOSOPHERS; i++) assert(meals[i] == 1);
}
