// A thread ends the program with an error if its settings have not been read yet.
//
// bug: exit
// race: no
// model: sc
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool configured;

static void* configure(void* arg) {
  pthread_mutex_lock(&lock);
  configured = true;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* serve(void* arg) {
  pthread_mutex_lock(&lock);
  bool ready = configured;
  pthread_mutex_unlock(&lock);
  if (!ready) exit(3);
  return arg;
}

int main(void) {
  pthread_t configurer, server;
  pthread_create(&configurer, NULL, configure, NULL);
  pthread_create(&server, NULL, serve, NULL);
  pthread_join(configurer, NULL);
  pthread_join(server, NULL);
}
