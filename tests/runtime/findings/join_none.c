// What is joined was never started.
//
// bug: misuse
#include <threads.h>

static thrd_t thread;

int main(void) {
  thrd_join(thread, 0);
  return 0;
}
