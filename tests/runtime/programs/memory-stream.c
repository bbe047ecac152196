// A stream in memory, whose buffer the C library makes larger and the program frees.
//
// bug: none
// race: no
// graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* work(void* argument) {
  char* text = NULL;
  size_t size = 0;
  FILE* const file = open_memstream(&text, &size);
  assert(file != NULL);
  for (int i = 0; i < 2000; ++i) fprintf(file, "line %4d\n", i);
  fflush(file);
  assert(size == 20000);
  fputs("end", file);
  fclose(file);
  assert(size == 20003 && strlen(text) == size && strcmp(text + 20000, "end") == 0);
  free(text);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
