// Built with -fsanitize=thread: the compiler has each access call a function, which hooks.c has.
#include "expected.h"

struct point {
  long x, y;
};

struct point shared[2];

__attribute__((noinline)) static void fill(struct point* place, short* small) {
  place->y = 1;
  *small = 1;
  shared[1].x = 1;
}

__attribute__((noinline)) static int work(int count) {
  struct point points[3];
  for (int i = 0; i < count; ++i) {
    short in_block = 0;
    fill(&points[i], &in_block);
  }
  return (int)points[1].y;
}

EXPORTED int run_watched(void) { return work(2) + 1; }
