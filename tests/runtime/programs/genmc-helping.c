// Who could help another thread waits for it instead.
//
// bug: none
// graphs: 1
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next, tail;

static void* enqueue(void* arg) {
  atomic_store(&next, 1);
  int before = 0;
  __VERIFIER_helped_CAS(atomic_compare_exchange_strong(&tail, &before, 1););
  assert(before == 0);
  return arg;
}

static void* see(void* arg) {
  for (;;) {
    int last = atomic_load(&tail);
    if (last == 1) return arg;
    if (atomic_load(&next) == 1) __VERIFIER_helping_CAS(atomic_compare_exchange_strong(&tail, &last, 1));
  }
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, enqueue, NULL);
  pthread_create(&reader, NULL, see, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  assert(atomic_load(&tail) == 1);
  return 0;
}
