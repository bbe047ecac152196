// A temporary file is written and read back, by two threads one after the other.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* write_it(void* arg) {
  assert(fprintf(file, "%d %s\n", 42, "lines") == 9);
  assert(fputc('x', file) == 'x');
  return arg;
}

int main(void) {
  pthread_t thread;
  int number = 0;
  char word[8];
  file = tmpfile();
  assert(file != NULL);
  pthread_create(&thread, NULL, write_it, NULL);
  pthread_join(thread, NULL);
  rewind(file);
  assert(fscanf(file, "%d %7s\n", &number, word) == 2 && number == 42 && fgetc(file) == 'x' && fgetc(file) == EOF);
  assert(fclose(file) == 0);
  FILE* none = fopen("/dev/null", "r");
  assert(none != NULL && fgetc(none) == EOF && fclose(none) == 0);
  assert(fopen("/nonexistent/file", "r") == NULL);
}
