// A pointer is found to be there in one critical section and followed in the next, when it has been taken away.
//
// bug: signal
// race: no
// model: sc
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int length;
static int information = 1;
static int* process = &information;

static void* print(void* arg) {
  pthread_mutex_lock(&lock);
  bool present = process != NULL;
  pthread_mutex_unlock(&lock);
  if (!present) return arg;
  pthread_mutex_lock(&lock);
  length += *process;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* end(void* arg) {
  pthread_mutex_lock(&lock);
  process = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t printer, ender;
  pthread_create(&printer, NULL, print, NULL);
  pthread_create(&ender, NULL, end, NULL);
  pthread_join(printer, NULL);
  pthread_join(ender, NULL);
}
