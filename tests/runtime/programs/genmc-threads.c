// Threads as GenMC's header names them.
//
// bug: none
// graphs: 6
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* to) {
  assert(__VERIFIER_thread_self() != 0);
  atomic_fetch_add((atomic_int*)to, 1);
  return to;
}

int main(void) {
  const __VERIFIER_thread_t one = __VERIFIER_spawn(add, &x);
  const __VERIFIER_thread_t two = __VERIFIER_spawn_symmetric(add, &x, one);
  const __VERIFIER_thread_t three = __VERIFIER_spawn_symmetric(add, &x, two);
  assert(__VERIFIER_join(one) == &x);
  __VERIFIER_join_symmetric(two);
  __VERIFIER_join_symmetric(three);
  assert(x == 3);
}
