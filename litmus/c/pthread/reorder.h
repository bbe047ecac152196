// The class "reorder N" of SCTBench: SETTERS threads write two variables, one thread checks that it sees both or none.
#include <assert.h>
#include <pthread.h>

static int a, b;

static void* set(void* arg) {
  a = 1;
  b = -1;
  return arg;
}

static void* check(void* arg) {
  int x = a;
  int y = b;
  assert((x == 0 && y == 0) || (x == 1 && y == -1));
  return arg;
}

int main(void) {
  pthread_t setters[SETTERS], checker;
  for (int i = 0; i < SETTERS; i++) pthread_create(&setters[i], NULL, set, NULL);
  pthread_create(&checker, NULL, check, NULL);
  for (int i = 0; i < SETTERS; i++) pthread_join(setters[i], NULL);
  pthread_join(checker, NULL);
}
