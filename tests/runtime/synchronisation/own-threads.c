// Stacks that a program changes by itself are not followed, which is said.
//
// bug: unsupported
#include <pthread.h>
#include <stddef.h>
#include <ucontext.h>

static char stack[65536];
static ucontext_t here, there;

static void run(void) { swapcontext(&there, &here); }

static void* work(void* argument) {
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = &here;
  makecontext(&there, run, 0);
  swapcontext(&here, &there);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
