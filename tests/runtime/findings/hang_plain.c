// A loop that waits for what is no atomic: the race is what is wrong, too.
//
// bug: hang
#include <pthread.h>

static volatile int flag;

static void* writer(void* argument) {
  flag = 1;
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  while (flag == 0) {
  }
  pthread_join(thread, 0);
}
