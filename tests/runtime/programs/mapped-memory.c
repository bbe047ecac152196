// Memory of mmap: shared, made larger elsewhere, unmapped in parts or not at all.
//
// bug: none
// race: no
// graphs: 2
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum { page = 4096 };
static _Atomic int* counter;

static char* map(size_t pages) {
  char* const got = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(got != MAP_FAILED && *(int*)got == 0);
  return got;
}

static void* work(void* argument) {
  atomic_fetch_add(counter, 1);
  return argument;
}

int main(void) {
  counter = (_Atomic int*)map(1);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_fetch_add(counter, 1);
  pthread_join(thread, NULL);
  assert(atomic_load_explicit(counter, memory_order_relaxed) == 2);
  char* moved = map(2);
  memset(moved, 7, 2 * page);
  moved = mremap(moved, 2 * page, 600 * page, MREMAP_MAYMOVE);
  assert(moved != MAP_FAILED && moved[2 * page - 1] == 7);
  assert(mprotect(moved, page, PROT_READ) == 0);
  assert(munmap(moved + page, page) == 0);
  assert(munmap(moved + 3 * page, 597 * page) == 0);
  return 0;
}
