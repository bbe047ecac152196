// The deque of Chase and Lev without the fence in take(): owner and thief may miss each other and run
// the same task.
//
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define CAPACITY 4

static atomic_int top, bottom;
static atomic_int tasks[CAPACITY];
static int runs[2];  // after the join: how often each task was taken

static void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&tasks[b % CAPACITY], task, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = 0;
  if (t <= b) {
    task = atomic_load_explicit(&tasks[b % CAPACITY], memory_order_relaxed);
    if (t < b) return task;
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) task = 0;
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) return 0;
  int task = atomic_load_explicit(&tasks[t % CAPACITY], memory_order_relaxed);
  return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed) ? task
                                                                                                              : -1;
}

static int taken[2], stolen[2];

static void* owner(void* arg) {
  push(1);
  push(2);
  taken[0] = take();
  taken[1] = take();
  return arg;
}

static void* thief(void* arg) {
  stolen[0] = steal();
  stolen[1] = steal();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, owner, NULL);
  pthread_create(&threads[1], NULL, thief, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++) {
    assert(stolen[i] >= -1 && stolen[i] <= 2);
    if (taken[i] > 0) runs[taken[i] - 1]++;
    if (stolen[i] > 0) runs[stolen[i] - 1]++;
  }
  assert(runs[0] == 1 && runs[1] == 1);
  return 0;
}
