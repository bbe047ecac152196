// What the C library has for the program stays, whatever the runtime looks up meanwhile.
//
// bug: none
#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  assert(dlopen("./no-such-library.so", RTLD_NOW) == NULL);
  const char* why = dlerror();
  printf("%s\n", why);
  fputs(why, stderr);
  assert(strstr(why, "no-such-library") != NULL);
  return 0;
}
