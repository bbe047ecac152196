// Everything that writes to standard output and standard error is kept, in order.
//
// bug: assertion
#include <unistd.h>
#include <cassert>
#include <cstdio>
#include <iostream>
#include <thread>

int main() {
  std::thread thread([] { std::puts("thread"); });
  thread.join();
  std::printf("%s %d\n", "printf", 1);
  std::cout << "cout " << std::hex << 17 << std::endl;
  std::cerr << "cerr\n";
  std::fputs("fputs\n", stderr);
  std::fputc('c', stdout);
  std::putchar('\n');
  if (write(1, "write\n", 6) != 6) return 1;
  std::fflush(stdout);
  std::perror("perror");
  assert(false);
}
