// What is a thread's own stays so while other processes get to run: which thread it is, and errno. Without thread-locals
// of the program's own.
//
// bug: none
// graphs: 20
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>

// A real one, of 2 ms, that nobody makes virtual.
static void sleep_for_real(void) {
  struct timespec time = {0, 2000000};
  long result = SYS_nanosleep;
  __asm__ volatile("syscall" : "+a"(result) : "D"(&time), "S"(NULL) : "rcx", "r11", "memory");
}

static atomic_int x;

static void* worker(void* arg) {
  const pthread_t self = *(pthread_t*)arg;
  assert(errno == 0);
  errno = ERANGE;
  for (int i = 0; i < 3; i++) {
    atomic_fetch_add(&x, i == 1);
    sleep_for_real();
    assert(pthread_equal(self, pthread_self()) && thrd_equal(self, thrd_current()));
    assert(errno == ERANGE);
  }
  return arg;
}

static pthread_t threads[2];

int main(void) {
  const pthread_t self = pthread_self();
  errno = EDOM;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &threads[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == 2 && errno == EDOM);
  assert(pthread_equal(self, pthread_self()) && !pthread_equal(threads[0], threads[1]));
  return 0;
}
