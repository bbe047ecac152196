// A block is handed over to a thread that is the only one to use it, and handed back to be freed.
//
// bug: none
// graphs: 3
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int value;
  atomic_int count;
};
static _Atomic(struct object*) there;
static atomic_int done;

static void* use(void* argument) {
  struct object* const object = atomic_load_explicit(&there, memory_order_acquire);
  if (!object) return argument;
  object->value = 1;
  atomic_fetch_add_explicit(&object->count, 1, memory_order_relaxed);
  atomic_store_explicit(&done, 1, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  struct object* const object = malloc(sizeof *object);
  atomic_store_explicit(&there, object, memory_order_release);
  if (atomic_load_explicit(&done, memory_order_acquire)) free(object);
  pthread_join(thread, NULL);
}
