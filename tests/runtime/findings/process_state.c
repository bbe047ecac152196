// bug: none
// What an execution changes of the process, the next one does not find: folder, mask of new files, environment, limits,
// locale.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int x, y;

static void* other(void* argument) {
  atomic_store(&x, 1);
  if (atomic_load(&y) == 0) assert(chdir("/usr") == 0);
  return argument;
}

int main(void) {
  char folder[4096];
  assert(getcwd(folder, sizeof folder) != NULL && strcmp(folder, "/usr") != 0 && strcmp(folder, "/") != 0);
  assert(chdir("/") == 0);
  const mode_t mask = umask(0777);
  assert(mask != 0777);
  assert(getenv("GRAPHFUZZ_TEST_OF_STATE") == NULL);
  assert(setenv("GRAPHFUZZ_TEST_OF_STATE", "1", 1) == 0 && setenv("PATH", "none", 1) == 0);
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  assert(setlocale(LC_ALL, "C.UTF-8") != NULL);
  struct rlimit limit;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > 3);
  limit.rlim_cur = 3;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(prlimit(0, RLIMIT_NOFILE, &limit, NULL) == 0);
  const pid_t pid = getpid();
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_store(&y, 1);
  atomic_load(&x);
  pthread_join(thread, NULL);
  assert(strcmp(getenv("GRAPHFUZZ_TEST_OF_STATE"), "1") == 0 && getpid() == pid);
  assert(getcwd(folder, sizeof folder) != NULL && (strcmp(folder, "/") == 0 || strcmp(folder, "/usr") == 0));
  assert(umask(0) == 0777);
  clearenv();
  return 0;
}
