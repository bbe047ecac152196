// A work-stealing queue with interlocked operations: who takes the last item, owner or thief, is decided by compare and
// exchange of the head.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { items = 2 };

static atomic_int head, tail = items;
static int popped[items], stolen[items];

static void* own(void* arg) {
  for (int i = 0; i < items; i++) {
    int last = atomic_fetch_sub(&tail, 1) - 1;
    int first = atomic_load(&head);
    if (first > last) return arg;
    if (first == last && !atomic_compare_exchange_strong(&head, &first, first + 1)) return arg;
    popped[last]++;
  }
  return arg;
}

static void* steal(void* arg) {
  int first = atomic_load(&head);
  if (first >= atomic_load(&tail)) return arg;
  if (atomic_compare_exchange_strong(&head, &first, first + 1)) stolen[first]++;
  return arg;
}

int main(void) {
  pthread_t owner, thief;
  pthread_create(&owner, NULL, own, NULL);
  pthread_create(&thief, NULL, steal, NULL);
  pthread_join(owner, NULL);
  pthread_join(thief, NULL);
  for (int i = 0; i < items; i++) assert(popped[i] + stolen[i] <= 1);
}
