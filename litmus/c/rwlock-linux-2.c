// Reader-writer lock of a biased counter, as Linux had it: one reader, one writer.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define BIAS 0x100000

static atomic_int word = BIAS;  // BIAS - readers, or <= 0 with a writer
static int data[2];             // guarded by the lock

static void read_lock(void) {
  while (atomic_fetch_sub_explicit(&word, 1, memory_order_acquire) <= 0) {
    atomic_fetch_add_explicit(&word, 1, memory_order_relaxed);
    while (atomic_load_explicit(&word, memory_order_relaxed) <= 0) {
    }
  }
}

static void read_unlock(void) { atomic_fetch_add_explicit(&word, 1, memory_order_release); }

static void write_lock(void) {
  while (atomic_fetch_sub_explicit(&word, BIAS, memory_order_acquire) != BIAS) {
    atomic_fetch_add_explicit(&word, BIAS, memory_order_relaxed);
    while (atomic_load_explicit(&word, memory_order_relaxed) != BIAS) {
    }
  }
}

static void write_unlock(void) { atomic_fetch_add_explicit(&word, BIAS, memory_order_release); }

static void* reader(void* arg) {
  read_lock();
  assert(data[0] == data[1]);
  read_unlock();
  return arg;
}

static void* writer(void* arg) {
  write_lock();
  data[0]++;
  data[1]++;
  write_unlock();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(data[0] == 1 && data[1] == 1);
  return 0;
}
