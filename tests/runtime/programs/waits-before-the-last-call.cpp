// A consumer of a queue looks again as long as somebody has begun to add something: it only reads then, and goes by
// nothing that it has found before. Its last call is a jump at -O2. The consumer finds the queue empty twice, or the
// first time, or gets the item at once.
//
// bug: none
// graphs: 3
#include <atomic>
#include <cassert>
#include <thread>

struct Cell {
  std::atomic<unsigned long> sequence{0};
  int value = 0;
};

struct Queue {
  Cell* const cells;
  const unsigned long mask;
  std::atomic<unsigned long> added{0}, taken{0};

  explicit Queue(unsigned long size) : cells(new Cell[size]), mask(size - 1) {
    for (unsigned long i = 0; i < size; i++) cells[i].sequence.store(i, std::memory_order_relaxed);
  }
  ~Queue() { delete[] cells; }

  void push(int value) {
    const unsigned long at = added.fetch_add(1, std::memory_order_relaxed);
    Cell& cell = cells[at & mask];
    cell.value = value;
    cell.sequence.store(at + 1, std::memory_order_release);
  }

  bool try_pop(int& value) {
    unsigned long at = taken.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = cells[at & mask];
      const unsigned long next = at + 1;
      if (cell.sequence.load(std::memory_order_acquire) == next) {
        if (!taken.compare_exchange_weak(at, next, std::memory_order_relaxed)) continue;
        value = cell.value;
        cell.sequence.store(at + mask + 1, std::memory_order_release);
        return true;
      }
      const unsigned long now = taken.load(std::memory_order_relaxed);
      if (now == at && added.load(std::memory_order_relaxed) == at) return false;
      at = now;
    }
  }
};

int main() {
  Queue queue(2);
  std::thread producer([&] { queue.push(1); });
  std::thread consumer([&] {
    int value = 0;
    for (int i = 0; i < 2; i++) {
      if (queue.try_pop(value)) assert(value == 1);
    }
  });
  producer.join();
  consumer.join();
}
