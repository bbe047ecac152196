// A bounded queue between one thread that pushes and one that pops.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

template <class T, std::size_t Size>
class SpscQueue {
 public:
  /// False if the queue is full.
  bool push(T value) {
    const std::size_t end = end_.load(std::memory_order_relaxed);
    if (end - begin_.load(std::memory_order_acquire) == Size) return false;
    slots_[end % Size] = value;
    end_.store(end + 1, kPublish);
    return true;
  }
  std::optional<T> pop() {
    const std::size_t begin = begin_.load(std::memory_order_relaxed);
    if (begin == end_.load(std::memory_order_acquire)) return std::nullopt;
    const T value = slots_[begin % Size];
    begin_.store(begin + 1, std::memory_order_release);
    return value;
  }

 private:
#ifdef BROKEN
  static constexpr std::memory_order kPublish = std::memory_order_relaxed;
#else
  static constexpr std::memory_order kPublish = std::memory_order_release;
#endif
  std::array<T, Size> slots_{};
  std::atomic<std::size_t> begin_ = 0;
  std::atomic<std::size_t> end_ = 0;
};
