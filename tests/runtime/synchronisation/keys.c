// What threads have of their own is destroyed when they end; what destructors make, too.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t first, second;
static int destroyed[2], order;

static void destroy_first(void* value) {
  free(value);
  destroyed[0] = ++order;
  if (destroyed[1] == 0) pthread_setspecific(second, malloc(4));
}
static void destroy_second(void* value) {
  free(value);
  destroyed[1] = ++order;
}

static void* work(void* argument) {
  assert(pthread_getspecific(first) == NULL);
  int* const mine = malloc(sizeof *mine);
  pthread_setspecific(first, mine);
  assert(pthread_getspecific(first) == mine);
  return argument;
}

int main(void) {
  assert(pthread_key_create(&first, destroy_first) == 0);
  assert(pthread_key_create(&second, destroy_second) == 0);
  pthread_setspecific(second, &order);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(destroyed[0] == 1 && destroyed[1] == 2);
  assert(pthread_getspecific(second) == &order);
  pthread_setspecific(second, NULL);
  assert(pthread_key_delete(first) == 0);
  assert(pthread_setspecific(first, &order) != 0);
  return 0;
}
