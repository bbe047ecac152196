// Standard output and standard error are closed, and go elsewhere: those of the campaign stay what they are.
//
// bug: none
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  assert(puts("seen") >= 0);
  assert(dup2(open("/dev/null", O_WRONLY), 2) == 2);
  fprintf(stderr, "not seen\n");
  assert(close(1) == 0 && close(2) == 0);
  fclose(stdout);
  for (int i = 0; i < 1024; i++) close(i);
  return 0;
}
