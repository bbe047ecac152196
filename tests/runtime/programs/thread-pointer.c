// A thread that the kernel takes the processor from finds its own thread-local storage when it comes back.
//
// bug: none
// race: no
// graphs: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>

static _Thread_local int own = 1;

static void wait_in_the_kernel(void) {
  struct timespec time = {0, 100000};
#ifdef __x86_64__
  long result = SYS_nanosleep;
  __asm__ volatile("syscall" : "+a"(result) : "D"(&time), "S"(NULL) : "rcx", "r11", "memory");
#else
  nanosleep(&time, NULL);
#endif
}

static void* work(void* argument) {
  int* const before = &own;
  own = 2;
  errno = 3;
  wait_in_the_kernel();
  int* volatile after = &own;
  assert(after == before);
  assert(own == 2);
  assert(errno == 3);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(own == 1);
  return 0;
}
