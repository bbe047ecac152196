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
    const std::uint32_t right = x - zeros_;
    const std::uint32_t up = value - value_;
    value_ = value;
    const std::uint32_t place = length_ % 64;
    if (right < kEvery && up < 64 && right + up < 64 - place && zeros_ % kEvery + right < kEvery &&
        (right == 0 || zeros_ % kEvery != 0)) {
      // All of it fits into the last word, as it nearly always does, and no sample is due.
      last_ |= ((std::uint64_t{1} << up) - 1) << (place + right);
      length_ += right + up;
      zeros_ = x;
      return;
    }
    for (; zeros_ < x; ++zeros_) {
      if (zeros_ % kEvery == 0) samples_.push_back(length_);
      append(1, 0);
    }
    for (std::uint32_t rest = up; rest > 0;) {
      const std::uint32_t fit = std::min(rest, 64 - length_ % 64);
      append(fit, fit == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << fit) - 1);
      rest -= fit;
    }
  }

  /// The value at `x`: the number of ones before the x-th zero (from 0), and the base. O(kEvery).
  std::uint32_t at(std::uint32_t x) const {
    if (x >= zeros_) return value_;
    std::uint32_t position = samples_[x / kEvery];
    std::uint32_t wanted = x % kEvery;  // zeros to skip from there
    std::size_t word = position / 64;
    std::uint64_t zeros = ~word_at(word) & ~std::uint64_t{0} << (position % 64);
    for (;;) {
      const auto here = static_cast<std::uint32_t>(std::popcount(zeros));
      if (here > wanted) break;
      wanted -= here;
      zeros = ~word_at(++word);
    }
    while (wanted-- > 0) zeros &= zeros - 1;
    position = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(zeros));
    return base_ + position - x;
  }

 private:
  static constexpr std::uint32_t kEvery = 64;

  /// `count` bits that fit into the last word.
  void append(std::uint32_t count, std::uint64_t bits) {
    last_ |= bits << (length_ % 64);
    length_ += count;
    if (length_ % 64 != 0) return;
    words_.push_back(last_);
    last_ = 0;
  }
  std::uint64_t word_at(std::size_t word) const { return word < words_.size() ? words_[word] : last_; }

  std::vector<std::uint64_t> words_;  ///< all but the last
  std::uint64_t last_ = 0;
  std::vector<std::uint32_t> samples_;  ///< where every kEvery-th zero is
  std::uint32_t length_ = 0;            ///< in bits
  std::uint32_t zeros_ = 0;
  std::uint32_t base_;
  std::uint32_t value_;
};

}  // namespace graphfuzz::go
