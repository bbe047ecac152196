// Where the machine can go back to within one execution, at the cost of what has come since and no more: a few
// positions, close to each other near the end and ever farther apart before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::native {

class Marks {
 public:
  Marks() { clear(); }

  void clear() {
    count_ = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = i;
  }
  std::size_t count() const { return count_; }
  /// 0 if there is none: nobody needs to go back there.
  std::size_t last() const { return count_ == 0 ? 0 : positions_[count_ - 1]; }
  std::size_t last_number() const { return numbers_[count_ - 1]; }
  std::uint64_t last_ticket() const { return tickets_[count_ - 1]; }
  void drop_last() { --count_; }

  /// Behind the last one. Its number with the machine, which may have been another one's.
  std::size_t add(std::size_t position) {
    if (count_ == numbers_.size()) drop_least_useful(position);
    positions_[count_] = position;
    return numbers_[count_++];
  }
  /// What the machine has given for it.
  void keep(std::uint64_t ticket) { tickets_[count_ - 1] = ticket; }

 private:
  // The one whose absence costs least, for how far back it is.
  void drop_least_useful(std::size_t end) {
    std::size_t least = 0;
    double least_cost = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t before = i == 0 ? 0 : positions_[i - 1];
      const std::size_t after = i + 1 == count_ ? end : positions_[i + 1];
      const double cost = static_cast<double>(after - before) / static_cast<double>(end - positions_[i] + 1);
      if (i != 0 && cost >= least_cost) continue;
      least = i;
      least_cost = cost;
    }
    const std::size_t number = numbers_[least];
    for (std::size_t i = least; i + 1 < count_; ++i) {
      positions_[i] = positions_[i + 1];
      numbers_[i] = numbers_[i + 1];
      tickets_[i] = tickets_[i + 1];
    }
    numbers_[--count_] = number;
  }

  std::array<std::size_t, Machine::kMarks> positions_{};
  std::array<std::size_t, Machine::kMarks> numbers_{};  // of those that are there, then of those that are free
  std::array<std::uint64_t, Machine::kMarks> tickets_{};
  std::size_t count_ = 0;
};

}  // namespace graphfuzz::native
