// Who finds the block may see its flag before it is set.
//
// bug: uninitialised
// options: --uninitialised
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int flag;
};
static _Atomic(struct object*) shared;

static void* look(void* argument) {
  struct object* object = atomic_load_explicit(&shared, memory_order_relaxed);
  if (object) atomic_load_explicit(&object->flag, memory_order_relaxed);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  struct object* object = malloc(sizeof *object);
  atomic_store_explicit(&object->flag, 1, memory_order_relaxed);
  atomic_store_explicit(&shared, object, memory_order_relaxed);
  pthread_join(thread, 0);
}
