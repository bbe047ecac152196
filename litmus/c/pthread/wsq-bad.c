// A work-stealing queue with plain fields: the owner pops without the thieves' lock, and looks at the head before it
// has lowered the tail, so that owner and thief may have the same item.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>

enum { items = 2 };

static pthread_mutex_t thieves = PTHREAD_MUTEX_INITIALIZER;
static int head, tail = items;
static int popped[items], stolen[items];

static void* own(void* arg) {
  for (int i = 0; i < items; i++) {
    int last = tail - 1;
    if (head > last) return arg;
    tail = last;
    popped[last]++;
  }
  return arg;
}

static void* steal(void* arg) {
  pthread_mutex_lock(&thieves);
  int first = head;
  if (first < tail) {
    head = first + 1;
    stolen[first]++;
  }
  pthread_mutex_unlock(&thieves);
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
