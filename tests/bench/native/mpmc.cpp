// Vyukov's bounded queue for many producers and many consumers: PRODUCERS put in, CONSUMERS try to take out.
#include <atomic>
#include <thread>
#include <vector>

#ifndef PRODUCERS
#define PRODUCERS 2
#define CONSUMERS 2
#endif

namespace {

struct Cell {
  std::atomic<unsigned> sequence;
  int value;
};
constexpr unsigned kSize = 2;
Cell cells[kSize];
std::atomic<unsigned> enqueued, dequeued;

bool enqueue(int value) {
  unsigned at = enqueued.load(std::memory_order_relaxed);
  for (;;) {
    Cell& cell = cells[at % kSize];
    const unsigned sequence = cell.sequence.load(std::memory_order_acquire);
    if (sequence == at) {
      if (!enqueued.compare_exchange_strong(at, at + 1, std::memory_order_relaxed)) continue;
      cell.value = value;
      cell.sequence.store(at + 1, std::memory_order_release);
      return true;
    }
    if (static_cast<int>(sequence - at) < 0) return false;
    at = enqueued.load(std::memory_order_relaxed);
  }
}

bool dequeue(int& value) {
  unsigned at = dequeued.load(std::memory_order_relaxed);
  for (;;) {
    Cell& cell = cells[at % kSize];
    const unsigned sequence = cell.sequence.load(std::memory_order_acquire);
    if (sequence == at + 1) {
      if (!dequeued.compare_exchange_strong(at, at + 1, std::memory_order_relaxed)) continue;
      value = cell.value;
      cell.sequence.store(at + kSize, std::memory_order_release);
      return true;
    }
    if (static_cast<int>(sequence - at - 1) < 0) return false;
    at = dequeued.load(std::memory_order_relaxed);
  }
}

}  // namespace

int main() {
  for (unsigned i = 0; i < kSize; ++i) cells[i].sequence.store(i, std::memory_order_relaxed);
  std::vector<std::thread> threads;
  for (int i = 0; i < PRODUCERS; ++i) threads.emplace_back([i] { enqueue(i + 1); });
  for (int i = 0; i < CONSUMERS; ++i) {
    threads.emplace_back([] {
      int value = 0;
      dequeue(value);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
