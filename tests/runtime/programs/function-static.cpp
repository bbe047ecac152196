// A function's static object is constructed by one thread, and seen whole by the other.
//
// bug: none
#include <cassert>
#include <string>
#include <thread>
#include <vector>

static int constructed;

struct Table {
  Table() : names{"a name that is long enough", "another"} { constructed++; }
  std::vector<std::string> names;
};

static const Table& table() {
  static Table instance;
  return instance;
}

int main() {
  std::thread other([] { assert(table().names.size() == 2); });
  assert(table().names[1] == "another");
  other.join();
  assert(constructed == 1);
}
