// What functions of the C library read and write is known: whoever copies what another thread has copied there has its
// values, in some executions, and the last assertion fails in one of them.
//
// bug: assertion
// race: no
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char name[20];
  int values[12];
  char end[4];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct record shared;
static int seen[2];
static volatile size_t size = sizeof(struct record);  // nothing for the compiler to go by

static int descending(const void* a, const void* b) { return *(const int*)b - *(const int*)a; }

static void* writer(void* unused) {
  struct record mine;
  memset(&mine, 0, size);
  for (int i = 0; i < 12; i++) mine.values[i] = i;
  qsort(mine.values, size / sizeof(struct record) * 12, sizeof(int), descending);
  snprintf(mine.name, size / 4, "record %d", mine.values[0]);
  strcat(strcpy(mine.end, "e"), "nd");
  pthread_mutex_lock(&mutex);
  memcpy(&shared, &mine, size);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* reader(void* mark) {
  struct record mine;
  pthread_mutex_lock(&mutex);
  memmove(&mine, &shared, size);
  pthread_mutex_unlock(&mutex);
  if (strlen(mine.name) == 0) return mark;
  assert(strcmp(mine.name, "record 11") == 0 && mine.values[11] == 0 && memcmp(mine.end, "end", 4) == 0);
  seen[mark != NULL] = 1;
  return mark;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, reader, &mutex);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(!(seen[0] == 1 && seen[1] == 0));
  return 0;
}
