// Starts `count` threads that get their numbers, and waits for them.
#include <pthread.h>
#include <stdint.h>

static inline void run_threads(int count, void* (*function)(void*)) {
  pthread_t threads[16];
  for (intptr_t i = 0; i < count; i++) pthread_create(&threads[i], NULL, function, (void*)i);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}
