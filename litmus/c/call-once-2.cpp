// std::call_once whose first callable may throw: then the next one has a try.
//
// bug: none
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag flag;
std::atomic<int> attempts{0};
int value = 0;

void user() {
  try {
    std::call_once(flag, [] {
      if (attempts.fetch_add(1, std::memory_order_relaxed) == 0) throw std::runtime_error("the first fails");
      value = 1;
    });
    assert(value == 1);
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread first(user), second(user);
  first.join();
  second.join();
  assert(attempts.load() == 2 && value == 1);
  return 0;
}
