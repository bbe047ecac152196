// bug: none
// Streams in memory, some of which are left open: the C library keeps a list of all, which is not to have those of
// earlier executions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static char in[] = "1 2 3", out[64];
static atomic_int flag;
static void* work(void* argument) {
  atomic_store(&flag, 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int number = 0;
  assert(fscanf(fmemopen(in, 5, "r"), "%d", &number) == 1 && number == 1);
  FILE* const file = fmemopen(out, sizeof out, "w");
  fprintf(file, "number %d", number);
  assert(out[0] == 0);
  char* text = 0;
  size_t size = 0;
  FILE* const stream = open_memstream(&text, &size);
  fprintf(stream, "x%d", number);
  if (atomic_load(&flag)) {
    fclose(file);
    assert(out[0] == 'n');
    fclose(stream);
    assert(size == 2 && text[0] == 'x');
    free(text);
  }
  pthread_join(thread, 0);
}
