// One thread makes the terms of an arithmetic progression, another adds them; a term is there when it is announced.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>

enum { terms = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
static int pending, term, total;

static void* make(void* arg) {
  for (int i = 0; i < terms; i++) {
    pthread_mutex_lock(&lock);
    while (pending > 0) pthread_cond_wait(&empty, &lock);
    term++;
    pending++;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* add(void* arg) {
  for (int i = 0; i < terms; i++) {
    pthread_mutex_lock(&lock);
    while (pending == 0) pthread_cond_wait(&full, &lock);
    total += term;
    pending--;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t maker, adder;
  pthread_create(&maker, NULL, make, NULL);
  pthread_create(&adder, NULL, add, NULL);
  pthread_join(maker, NULL);
  pthread_join(adder, NULL);
  assert(total == terms * (terms + 1) / 2);
}
