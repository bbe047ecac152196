// A work-stealing queue with plain fields after Cilk's THE protocol: the owner lowers the tail, then looks at the head,
// the thief raises the head, then looks at the tail; if they meet, the owner looks again under the lock. The accesses
// race, and the protocol is right under sc alone.
//
// bug: none
// race: yes
// model: sc
// options: --plain sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { items = 2 };

static pthread_mutex_t thieves = PTHREAD_MUTEX_INITIALIZER;
static int head, tail = items;
static int popped[items], stolen[items];

static void* own(void* arg) {
  for (int i = 0; i < items; i++) {
    int last = tail - 1;
    tail = last;
    if (head > last) {
      pthread_mutex_lock(&thieves);
      bool gone = head > last;
      if (gone) tail = last + 1;
      pthread_mutex_unlock(&thieves);
      if (gone) return arg;
    }
    popped[last]++;
  }
  return arg;
}

static void* steal(void* arg) {
  pthread_mutex_lock(&thieves);
  int first = head;
  head = first + 1;
  if (first < tail) {
    stolen[first]++;
  } else {
    head = first;
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
  for (int i = 0; i < items; i++) assert(popped[i] + stolen[i] == 1);
}
