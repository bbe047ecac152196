// A thread's variables of its own are where they were after other processes got to run.
//
// bug: none
// graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>

// A real one, of 2 ms, that nobody makes virtual.
static void sleep_for_real(void) {
  struct timespec time = {0, 2000000};
  long result = SYS_nanosleep;
  __asm__ volatile("syscall" : "+a"(result) : "D"(&time), "S"(NULL) : "rcx", "r11", "memory");
}

static atomic_int x;
static _Thread_local int own = 5;

__attribute__((noinline)) static int* where(void) {
  __asm__ volatile("" ::: "memory");
  return &own;
}

static void* worker(void* arg) {
  int* const here = where();
  assert(*here == 5);
  *here = 6;
  atomic_fetch_add(&x, 1);
  for (int i = 0; i < 3; i++) {
    sleep_for_real();
    assert(where() == here && *where() == 6);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  own = 7;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == 2 && own == 7);
  return 0;
}
