// A race with a plain read whose value nobody uses.
//
// bug: race
#include <pthread.h>
#include <stddef.h>

struct pair {
  int first, second;
};

static struct pair shared;

static void* writer(void* arg) {
  shared.second = 1;
  return arg;
}

static void* reader(void* arg) {
  const struct pair* const pair = &shared;
  const int unused = pair->second;
  return unused == 0 ? arg : arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
