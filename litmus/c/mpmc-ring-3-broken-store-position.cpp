// Vyukov's bounded queue whose producers store the next position instead of comparing: two may take
// the same cell, a data race on its value.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

constexpr unsigned capacity = 2;

struct Cell {
  std::atomic<unsigned> sequence{0};
  int value = 0;
};

Cell cells[capacity];
std::atomic<unsigned> enqueue_position{0}, dequeue_position{0};

bool enqueue(int value) {
  unsigned position = enqueue_position.load(std::memory_order_relaxed);
  for (;;) {
    Cell& cell = cells[position % capacity];
    int difference = static_cast<int>(cell.sequence.load(std::memory_order_acquire) - position);
    if (difference < 0) return false;  // full
    if (difference > 0) {
      position = enqueue_position.load(std::memory_order_relaxed);
    } else {
      enqueue_position.store(position + 1, std::memory_order_relaxed);
      cell.value = value;
      cell.sequence.store(position + 1, std::memory_order_release);
      return true;
    }
  }
}

bool dequeue(int& value) {
  unsigned position = dequeue_position.load(std::memory_order_relaxed);
  for (;;) {
    Cell& cell = cells[position % capacity];
    int difference = static_cast<int>(cell.sequence.load(std::memory_order_acquire) - (position + 1));
    if (difference < 0) return false;  // empty
    if (difference > 0) {
      position = dequeue_position.load(std::memory_order_relaxed);
    } else if (dequeue_position.compare_exchange_strong(position, position + 1, std::memory_order_relaxed)) {
      value = cell.value;
      cell.sequence.store(position + capacity, std::memory_order_release);
      return true;
    }
  }
}

int main() {
  for (unsigned i = 0; i < capacity; i++) cells[i].sequence.store(i, std::memory_order_relaxed);
  std::thread first([] { assert(enqueue(1)); });
  std::thread second([] { assert(enqueue(2)); });
  int sum = 0;
  std::thread consumer([&sum] {
    for (int i = 0; i < 2; i++) {
      int value = 0;
      while (!dequeue(value)) {
      }
      sum += value;
    }
  });
  first.join();
  second.join();
  consumer.join();
  assert(sum == 3);
  return 0;
}
