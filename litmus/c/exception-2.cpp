// What a thread throws is caught in it, and rethrown by who waits for the result.
//
// bug: none
#include <atomic>
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

std::atomic<int> x{0};

int main() {
  std::thread writer([] { x.store(1, std::memory_order_relaxed); });
  auto result = std::async(std::launch::async, [] {
    if (x.load(std::memory_order_relaxed) == 1) throw std::runtime_error("seen");
    return 0;
  });
  bool caught = false;
  try {
    assert(result.get() == 0);
  } catch (const std::runtime_error&) {
    caught = true;
  }
  writer.join();
  if (caught) assert(x.load(std::memory_order_relaxed) == 1);
  return 0;
}
