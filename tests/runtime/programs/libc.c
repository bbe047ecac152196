// Functions of the C library that work on memory, in two threads.
//
// bug: none
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void* work(void* arg) {
  int numbers[6] = {5, 3, 6, 1, 4, 2}, key = 4;
  char text[32] = "a-b-c", *rest = NULL;
  qsort(numbers, 6, sizeof *numbers, compare);
  for (int i = 0; i < 6; i++) assert(numbers[i] == i + 1);
  assert(bsearch(&key, numbers, 6, sizeof *numbers, compare) == &numbers[3]);
  memmove(text + 1, text, 6);
  assert(strcmp(text, "aa-b-c") == 0 && strchr(text, 'b') == text + 3 && strlen(text) == 6);
  assert(strcmp(strtok_r(text, "-", &rest), "aa") == 0 && strtol("12x", &rest, 10) == 12 && *rest == 'x');
  memset(text, 0, sizeof text);
  assert(memcmp(text, text + 16, 16) == 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
