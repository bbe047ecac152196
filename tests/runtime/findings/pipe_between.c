// A thread that waits for another by a pipe: that is not followed, and no bug of the program.
//
// bug: unsupported
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* argument) {
  return write(ends[1], "x", 1) == 1 ? argument : 0;
}

int main() {
  char byte;
  pthread_t thread;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, 0, writer, 0);
  if (read(ends[0], &byte, 1) != 1) return 1;
  pthread_join(thread, 0);
}
