// malloc and its relatives: contents, alignment, growth.
//
// bug: none
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void aligned(void* block, size_t to) { assert(block != NULL && (uintptr_t)block % to == 0); }

int main(void) {
  char* a = malloc(10);
  aligned(a, 16);
  memcpy(a, "123456789", 10);
  a = realloc(a, 5000);
  aligned(a, 16);
  assert(strcmp(a, "123456789") == 0 && malloc_usable_size(a) >= 5000);
  a = realloc(a, 4);
  assert(memcmp(a, "1234", 4) == 0);
  int* zeros = calloc(1000, sizeof(int));
  for (int i = 0; i < 1000; i++) assert(zeros[i] == 0);
  void *b = NULL, *c = aligned_alloc(64, 128), *d = memalign(256, 10);
  assert(posix_memalign(&b, 4096, 100) == 0);
  aligned(b, 4096), aligned(c, 64), aligned(d, 256);
  char *e = strdup("copy"), *f = realloc(NULL, 20);
  int* g = reallocarray(NULL, 5, sizeof *g);
  assert(strcmp(e, "copy") == 0 && f != NULL && g != NULL && f != (char*)g);
  volatile size_t huge = SIZE_MAX / 2;
  assert(malloc(huge) == NULL && calloc(huge, 3) == NULL);
  free(a), free(zeros), free(b), free(c), free(d), free(e), free(f), free(g), free(NULL);
}
