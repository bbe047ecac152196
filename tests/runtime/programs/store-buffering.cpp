// Store buffering with relaxed atomics: four graphs, of which both threads may miss the other's store in one.
//
// bug: none
// graphs: 4
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> x(0), y(0);
  int r1 = -1, r2 = -1;
  std::thread first([&] {
    x.store(1, std::memory_order_relaxed);
    r1 = y.load(std::memory_order_relaxed);
  });
  std::thread second([&] {
    y.store(1, std::memory_order_relaxed);
    r2 = x.load(std::memory_order_relaxed);
  });
  first.join();
  second.join();
  assert(r1 + r2 >= 0 && r1 + r2 <= 2);
}
