// Static objects are destroyed and handlers called in the reverse order, those of quick_exit are not, and each time
// anew.
//
// bug: none
#include <cassert>
#include <cstdlib>
#include <thread>

static int order;
static void next(int number) {
  order = order * 10 + number;
  if (number == 1) assert(order == 54321);
}

struct Noting {
  explicit Noting(int number) : number(number) {}
  ~Noting() { next(number); }
  int number;
};

static Noting first(1), second(2);

__attribute__((destructor)) static void last() { assert(order == 54321); }

static Noting& of_function() {
  static Noting third(3);
  return third;
}

int main() {
  std::thread(of_function).join();
  std::atexit([] { next(4); });
  std::at_quick_exit([] { assert(false); });
  std::atexit([] { next(5); });
}
