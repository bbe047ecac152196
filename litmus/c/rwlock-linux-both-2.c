// Reader-writer lock of a biased counter, as Linux had it: two threads that read, and then write. Failed attempts are
// undone, and nobody can tell that they were made: 14 graphs, and 222 with them.
//
// bug: none
// graphs: 14
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define BIAS 0x100000

static atomic_int word = BIAS;  // BIAS - readers, or <= 0 with a writer
static int data;                // guarded by the lock

static void read_lock(void) {
  int before = atomic_fetch_sub_explicit(&word, 1, memory_order_acquire);
  while (before <= 0) {
    atomic_fetch_add_explicit(&word, 1, memory_order_relaxed);
    while (atomic_load_explicit(&word, memory_order_relaxed) <= 0) {
    }
    before = atomic_fetch_sub_explicit(&word, 1, memory_order_acquire);
  }
}

static void read_unlock(void) { atomic_fetch_add_explicit(&word, 1, memory_order_release); }

static void write_lock(void) {
  int before = atomic_fetch_sub_explicit(&word, BIAS, memory_order_acquire);
  while (before != BIAS) {
    atomic_fetch_add_explicit(&word, BIAS, memory_order_relaxed);
    while (atomic_load_explicit(&word, memory_order_relaxed) != BIAS) {
    }
    before = atomic_fetch_sub_explicit(&word, BIAS, memory_order_acquire);
  }
}

static void write_unlock(void) { atomic_fetch_add_explicit(&word, BIAS, memory_order_release); }

static void* reader_and_writer(void* arg) {
  read_lock();
  int seen = data;
  read_unlock();
  write_lock();
  data = seen + 1;
  write_unlock();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reader_and_writer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
