// Files that are left open are closed, standard files stay what they are, and standard input is at its end: alike in
// each of many executions.
//
// bug: none
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;

static void* writer(void* argument) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (getchar() != EOF) abort();
  close(0);
  close(1);
  close(2);
  for (int fd = 3; fd < 64; ++fd) close(fd);
  const int first = open("/dev/null", O_RDONLY);
  if (first < 0) abort();
  const int second = open("/dev/null", O_RDONLY);
  if (second < 0 || close(second) != 0) abort();
  FILE* const file = fopen("/dev/zero", "r");
  if (file == NULL || fgetc(file) != 0) abort();
  FILE* const sink = fopen("/dev/null", "w");
  if (sink == NULL || fprintf(sink, "%d", atomic_load(&x)) != 1) abort();
  fclose(sink);
  pthread_join(thread, 0);
}
