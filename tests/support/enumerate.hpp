// Runs an executor through every sequence of choices there is, by counting through them like an odometer.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/explore/executor.hpp"

namespace graphfuzz::testing {

class Odometer final : public Strategy {
 public:
  std::size_t choose_thread(const ExecutionGraph&, std::span<const ThreadId> threads) override {
    return choose(threads.size());
  }
  std::size_t choose_write(const ExecutionGraph&, std::size_t count) override { return choose(count); }

  void rewind() { position_ = 0; }

  /// Moves on to the next sequence; false if there is none.
  bool advance() {
    digits_.resize(position_);
    bases_.resize(position_);
    while (!digits_.empty() && ++digits_.back() == bases_.back()) {
      digits_.pop_back();
      bases_.pop_back();
    }
    return !digits_.empty();
  }

 private:
  std::size_t choose(std::size_t count) {
    if (position_ == digits_.size()) {
      digits_.push_back(0);
      bases_.push_back(count);
    }
    return digits_[position_++];
  }

  std::vector<std::size_t> digits_;
  std::vector<std::size_t> bases_;
  std::size_t position_ = 0;
};

/// Calls visit(executor, ending) for every sequence of choices, at most `limit` of them. Returns how many there were.
template <class Visit>
std::uint64_t enumerate(const Program& program, MemoryModel& model, Visit visit,
                        std::uint64_t limit = ~std::uint64_t{0}) {
  Executor executor(program, model);
  Odometer odometer;
  std::uint64_t count = 0;
  do {
    odometer.rewind();
    const Ending ending = executor.run({}, odometer);
    visit(executor, ending);
    ++count;
  } while (count < limit && odometer.advance());
  return count;
}

}  // namespace graphfuzz::testing
