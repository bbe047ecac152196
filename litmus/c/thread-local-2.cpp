// Counters in thread-local storage that are added to the sum when their threads end.
//
// bug: none
// graphs: 2
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> sum{0};

struct Counter {
  int count = 0;
  ~Counter() { sum.fetch_add(count, std::memory_order_relaxed); }
};

thread_local Counter counter;

void worker(int steps) {
  for (int i = 0; i < steps; i++) counter.count++;
}

int main() {
  std::thread first(worker, 1), second(worker, 2);
  first.join();
  second.join();
  assert(sum.load(std::memory_order_relaxed) == 3);
  return 0;
}
