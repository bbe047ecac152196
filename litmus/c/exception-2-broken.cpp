// A thread throws if it sees the other store, and nobody catches.
//
// bug: exception
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> x{0};

int main() {
  std::thread writer([] { x.store(1, std::memory_order_relaxed); });
  std::thread reader([] {
    if (x.load(std::memory_order_relaxed) == 1) throw std::runtime_error("seen");
  });
  writer.join();
  reader.join();
  return 0;
}
