// Static objects that a single function uses are the same for all threads that call it, though a compiler may think that
// nobody else can see them.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turns;
static int last;  // written by whoever has the last turn

static void* take_a_turn(void* arg) {
  if (atomic_fetch_add(&turns, 1) == 2) {
    assert(last == 0);
    last = 1;
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, take_a_turn, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
