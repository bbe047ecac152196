// Staircase: a function of 0, 1, 2, … that never decreases, in one bit per step up and one per step to the right.
//
// What routine b knows of routine a (how many of a's events happened before) is one, over b's synchronisations. A clock
// per event would be far too much: of a million events and 300 routines 1.2 GB.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace graphfuzz::go {

/// Written from left to right. A one is a step up, a zero one to the right; a point is found by counting zeros (what
/// succinct data structures call select), for which every 64th zero's place is kept.
class Staircase {
 public:
  explicit Staircase(std::uint32_t base = 0) : base_(base), value_(base) {}

  /// From `x` on it is `value`. `x` and `value` must not be less than before.
  void raise(std::uint32_t x, std::uint32_t value) {
    for (; zeros_ < x; ++zeros_) {
      if (zeros_ % kEvery == 0) samples_.push_back(length_);
      append_zero();
    }
    append_ones(value - value_);
    value_ = value;
  }

  /// The value at `x`: the number of ones before the x-th zero (from 0), and the base. O(kEvery).
  std::uint32_t at(std::uint32_t x) const {
    if (x >= zeros_) return value_;
    std::uint32_t position = samples_[x / kEvery];
    std::uint32_t wanted = x % kEvery;  // zeros to skip from there
    std::size_t word = position / 64;
    std::uint64_t zeros = ~words_[word] & ~std::uint64_t{0} << (position % 64);
    for (;;) {
      const auto here = static_cast<std::uint32_t>(std::popcount(zeros));
      if (here > wanted) break;
      wanted -= here;
      zeros = ~words_[++word];
    }
    while (wanted-- > 0) zeros &= zeros - 1;
    position = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(zeros));
    return base_ + position - x;
  }

 private:
  static constexpr std::uint32_t kEvery = 64;

  void append_zero() {
    if (length_ % 64 == 0) words_.push_back(0);
    ++length_;
  }
  void append_ones(std::uint32_t count) {
    while (count > 0) {
      if (length_ % 64 == 0) words_.push_back(0);
      const std::uint32_t fit = std::min(count, 64 - length_ % 64);
      words_.back() |= (fit == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << fit) - 1) << (length_ % 64);
      length_ += fit;
      count -= fit;
    }
  }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> samples_;  ///< where every kEvery-th zero is
  std::uint32_t length_ = 0;            ///< in bits
  std::uint32_t zeros_ = 0;
  std::uint32_t base_;
  std::uint32_t value_;
};

}  // namespace graphfuzz::go
