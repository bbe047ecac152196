// Streams: to a string, to the output from two threads, from a file.
//
// bug: none
#include <cassert>
#include <fstream>
#include <iostream>
#include <sstream>
#include <syncstream>
#include <thread>

int main() {
  std::thread other([] { std::osyncstream(std::cout) << "one " << 1 << '\n'; });
  std::osyncstream(std::cout) << "two " << 2.5 << '\n';
  other.join();
  std::ostringstream text;
  text << std::hex << 255 << ' ' << true;
  assert(text.str() == "ff 1");
  int a = 0, b = 0;
  std::istringstream("4 5") >> a >> b;
  assert(a == 4 && b == 5);
  std::ifstream none("/dev/null");
  assert(none && none.get() == std::char_traits<char>::eof());
}
