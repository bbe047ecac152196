// Threads print, to a string and to the output.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* print(void* arg) {
  char text[40];
  assert(snprintf(text, sizeof text, "thread %d of %s: %.2f", *(int*)arg, "two", 1.5) == 21);
  assert(strcmp(text + 8, " of two: 1.50") == 0);
  assert(puts(text) >= 0);
  fprintf(stderr, "%s\n", text);
  return NULL;
}

int main(void) {
  static int numbers[2] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, print, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(printf("%d\n", 12) == 3 && fflush(stdout) == 0);
}
