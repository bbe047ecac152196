// What a thread returns is what who joins it gets.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static int cells[2];

static void* fill(void* arg) {
  *(int*)arg = 5;
  return (int*)arg + 1;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  assert(pthread_create(&thread, NULL, fill, &cells[0]) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == &cells[1] && cells[0] == 5);
}
