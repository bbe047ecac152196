// All sequences of choices, in lexicographic order, like an odometer; a part of them can be given away.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explore/candidates/builder.hpp"
#include "explore/foreign.hpp"

namespace graphfuzz {

/// A sequence of choices, and which of those in its place are still to be made.
struct Digit {
  std::size_t value;
  std::size_t end;   ///< the choices from here on are others'
  std::size_t base;  ///< the number of choices that there are
};

class Odometer final : public CandidateChooser {
 public:
  std::size_t choose_source(EventId, std::span<const CandidateOption> options, bool may_wait) override {
    return choose(options.size() + (may_wait ? 1 : 0));
  }
  std::size_t choose_guess(EventId, std::span<const CandidateOption> options) override {
    return choose(options.size());
  }
  std::size_t choose_predecessor(EventId, std::span<const EventId> predecessors) override {
    return choose(predecessors.size());
  }
  bool choose_guessed_source(EventId, EventId) override { return choose(2) == 0; }
  // The last digit is the one that changed.
  bool replays() const override { return position_ < known_; }

  /// Begins with the sequence, and is to go through all that follow within the ends of its digits.
  void load(std::vector<Digit> digits) { digits_ = std::move(digits); }
  void rewind() {
    position_ = 0;
    known_ = digits_.size();
  }
  /// To the same sequence again, though it was not gone through to its end.
  void retry() {
    digits_.resize(known_);
    position_ = 0;
  }
  /// To the next sequence; false if there is none.
  bool advance() {
    digits_.resize(position_);
    while (!digits_.empty() && ++digits_.back().value == digits_.back().end) digits_.pop_back();
    return !digits_.empty();
  }
  /// What is left, the present sequence included.
  const std::vector<Digit>& digits() const { return digits_; }

  /// Gives away all that follows the choices that differ first, if there are any.
  std::optional<std::vector<Digit>> split() {
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      Digit& digit = digits_[i];
      if (digit.value + 1 == digit.end) continue;
      std::vector<Digit> given(digits_.begin(), digits_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      ++given.back().value;
      digit.end = digit.value + 1;
      return given;
    }
    return std::nullopt;
  }

  /// The share of the present sequence, if every choice were to split the rest evenly. Asked after an attempt.
  double share() const {
    double share = 1;
    for (std::size_t i = 0; i < position_; ++i) share /= static_cast<double>(digits_[i].base);
    return share;
  }

 private:
  std::size_t choose(std::size_t count) {
    if (position_ == digits_.size()) digits_.push_back({0, count, count});
    // Digits that were loaded may be anything.
    if (digits_[position_].value >= count) throw ForeignBranch();
    return digits_[position_++].value;
  }

  std::vector<Digit> digits_;
  std::size_t position_ = 0;
  std::size_t known_ = 0;
};

}  // namespace graphfuzz
