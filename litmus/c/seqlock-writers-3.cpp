// Sequence lock that two writers take by compare-exchange, and a reader that tries once.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<unsigned> sequence{0};
std::atomic<int> low{0}, high{0};

void write_both(int value) {
  unsigned before = sequence.load(std::memory_order_relaxed);
  do {
    while (before % 2 != 0) before = sequence.load(std::memory_order_relaxed);
  } while (!sequence.compare_exchange_weak(before, before + 1, std::memory_order_acquire, std::memory_order_relaxed));
  std::atomic_thread_fence(std::memory_order_release);
  low.store(value, std::memory_order_relaxed);
  high.store(value, std::memory_order_relaxed);
  sequence.store(before + 2, std::memory_order_release);
}

void read_both() {
  unsigned before = sequence.load(std::memory_order_acquire);
  int a = low.load(std::memory_order_relaxed);
  int b = high.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  unsigned after = sequence.load(std::memory_order_relaxed);
  if (before == after && before % 2 == 0) assert(a == b);
}

int main() {
  std::thread first(write_both, 1), second(write_both, 2);
  std::thread third(read_both);
  first.join();
  second.join();
  third.join();
  assert(low.load() == high.load() && sequence.load() == 4);
  return 0;
}
