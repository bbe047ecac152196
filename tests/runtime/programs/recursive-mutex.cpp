// std::recursive_mutex is taken by a thread as often as it likes.
//
// bug: none
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex lock;
static int counter;

static void count(int depth) {
  std::lock_guard held(lock);
  counter++;
  if (depth > 0) count(depth - 1);
}

int main() {
  std::thread other(count, 2);
  count(2);
  other.join();
  assert(counter == 6);
}
