// A function static is initialised once, however many threads come through.
//
// bug: none
#include <cassert>
#include <thread>

int constructed = 0;

struct Table {
  int size = 3;
  Table() { constructed++; }
};

int size() {
  static Table table;
  return table.size;
}

void user() { assert(size() == 3); }

int main() {
  std::thread first(user), second(user);
  first.join();
  second.join();
  assert(constructed == 1);
  return 0;
}
