#include "explore/go/promise.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explore/go/independence.hpp"

namespace graphfuzz::go {
namespace {

// doc/decisions/0026-promising-executions-are-left-first.md has what was tried, and measured.
constexpr double kPerDoubling = 4;  // of the number of operations on channels
constexpr double kPerBlocked = 1;   // … goroutine, both in this place and where most are
constexpr double kPerSeen = 1;
constexpr double kWholeWay = 12;  // what is lost by leaving it at its end

// As a whole number, of which there are so many to 1, and which is not negative.
constexpr double kParts = 64;
constexpr double kLeast = 8 * kPerSeen + kWholeWay;

}  // namespace

void Promise::look_at(const Machine& machine, const Walk& walk) {
  fingerprint_ = communication_.fingerprint(machine, walk.history());
  count_blocked(walk);
  const std::uint32_t most = blocked_.empty() ? 0 : *std::ranges::max_element(blocked_);
  own_ = kPerDoubling * std::log2(1 + static_cast<double>(communication_.operations())) + kPerBlocked * most;
}

void Promise::count_blocked(const Walk& walk) {
  const std::uint32_t steps = walk.history().steps();
  blocked_.resize(steps);
  counted_.clear();
  for (std::uint32_t i = 0; i < steps; ++i) {
    blocked_[i] = walk.alive(i);
    for (const Step& step : walk.possible(i)) {
      if (fires(step)) continue;  // whoever started the timer may have ended
      for (const Name name : {step.routine, step.partner}) {
        if (name == kNoName) continue;
        if (name >= counted_.size()) counted_.resize(std::size_t{name} + 1, 0);
        if (std::exchange(counted_[name], i + 1) != i + 1) --blocked_[i];
      }
    }
  }
}

std::uint16_t Promise::at(std::uint32_t step, std::uint8_t seen) const {
  double promise = own_ - kPerSeen * seen;
  if (step < blocked_.size()) {
    promise += kPerBlocked * blocked_[step] - kWholeWay * step / static_cast<double>(blocked_.size());
  }
  return static_cast<std::uint16_t>(std::clamp((promise + kLeast) * kParts, 0.0, 65'535.0));
}

}  // namespace graphfuzz::go
