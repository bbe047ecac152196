// A key's destructor is called with the value of each thread that ends with one, again if it sets another.
//
// bug: none
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed[2];

static void destroy(void* value) {
  int* cell = value;
  if (++*cell == 1) pthread_setspecific(key, value);
}

static void* work(void* arg) {
  pthread_setspecific(key, arg);
  if (arg == &destroyed[1]) pthread_exit(NULL);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_key_create(&key, destroy);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &destroyed[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(destroyed[0] == 2 && destroyed[1] == 2);
}
