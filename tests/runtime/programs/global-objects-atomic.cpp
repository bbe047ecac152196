// Destructors of global objects run once, the last one first, also if they are the first to access something
// atomically.
//
// bug: none
// graphs: 1
#include <atomic>
#include <cassert>

std::atomic<int> destroyed;

struct Object {
  int number;
  ~Object() { assert(destroyed++ == number); }
};
Object last{1};
Object first{0};

int main() { return 0; }
