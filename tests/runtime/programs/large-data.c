// Much data, little of which is written: each execution finds it as it was. Readers of x: 0 or 1.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define N (8 << 20)
static int zeros[N];
static int numbers[1 << 17] = {1, 2, 3, [1000] = 4};
static const char text[] = "written by a function of the C library";
static atomic_int x;

static void* writer(void* arg) {
  for (int i = 0; i < N; i += N / 8) {
    assert(zeros[i] == 0);
    zeros[i] = i + 1;
  }
  atomic_store(&x, 1);
  return arg;
}

static void* reader(void* arg) {
  assert(numbers[0] == 1 && numbers[1000] == 4 && numbers[5000] == 0);
  memcpy(&numbers[5000], text, sizeof text);
  numbers[1000] = atomic_load(&x);
  numbers[0] = 0;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(zeros[N / 8] == N / 8 + 1 && numbers[2] == 3);
  return 0;
}
