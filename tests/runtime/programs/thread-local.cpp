// Thread-local objects are constructed at first use, and destroyed when their thread ends, the last one first.
//
// bug: none
#include <cassert>
#include <string>
#include <thread>

static std::string log[2];
static thread_local int number = -1;

struct Noting {
  explicit Noting(char c) : c(c) { log[number] += c; }
  ~Noting() { log[number] += static_cast<char>(c - 'a' + 'A'); }
  char c;
};

static thread_local Noting first('a'), second('b');

static void work(int mine, bool use) {
  number = mine;
  if (use) {
    assert(first.c == 'a' && second.c == 'b');
    thread_local Noting third('c');
    assert(third.c == 'c');
  }
}

int main() {
  std::thread a(work, 0, true), b(work, 1, false);
  a.join();
  b.join();
  assert(log[0] == "abcCBA" && log[1].empty());
}
