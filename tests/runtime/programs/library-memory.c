// What functions of the C library keep from call to call is not taken back with an execution.
//
// bug: none
// graphs: 3
#include <assert.h>
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static atomic_int x;

static void* work(void* argument) {
  atomic_store(&x, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  const time_t now = 1;
  assert(localtime(&now) != 0 && strlen(strerror(12345)) > 0);
  char* arguments[] = {"program", "-a", "-b", 0};
  int options = 0;
  while (getopt(3, arguments, "ab") != -1) options++;
  assert(options == 2);
  const int seen = atomic_load(&x);
  if (seen == 0) atomic_store(&x, 2);
  pthread_join(thread, 0);
  return 0;
}
