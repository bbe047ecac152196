// A lock-free stack of three cells that are popped and pushed back by three threads: a pop that takes the successor out
// of a cell and fails puts a stale one back, and two threads come to hold the same cell. Known as a bug that needs five
// preemptions (Vyukov's "safe stack"): PCT misses it in 10,000 schedules, as published, and most random walks do. Where
// reads are drawn from what the model allows it comes up within 3,000 executions (seeds 1 to 8).
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc --strategy random
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { cells = 3, taken = -1 };

static struct {
  int holder;
  atomic_int next;
} cell[cells] = {{0, 1}, {0, 2}, {0, taken}};
static atomic_int head, count = cells;
static int names[3] = {1, 2, 3};

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int top = atomic_load(&head);
    int below = atomic_exchange(&cell[top].next, taken);
    if (below == taken) continue;
    int expected = top;
    if (atomic_compare_exchange_strong(&head, &expected, below)) {
      atomic_fetch_sub(&count, 1);
      return top;
    }
    atomic_exchange(&cell[top].next, below);
  }
  return taken;
}

static void push(int index) {
  int top = atomic_load(&head);
  do {
    atomic_store(&cell[index].next, top);
  } while (!atomic_compare_exchange_strong(&head, &top, index));
  atomic_fetch_add(&count, 1);
}

static void* work(void* arg) {
  int name = *(int*)arg;
  for (int i = 0; i < 2; i++) {
    int index;
    while ((index = pop()) == taken) sched_yield();
    cell[index].holder = name;
    atomic_thread_fence(memory_order_seq_cst);
    assert(cell[index].holder == name);
    push(index);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
