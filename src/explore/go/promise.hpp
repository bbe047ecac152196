// Promise: how much may be hoped for where an execution is left for another one.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/go/communication.hpp"
#include "explore/go/walk.hpp"

namespace graphfuzz::go {

/// Of an execution that is at its end. It promises more if it has communicated in a way that was seldom seen, and much,
/// and if many goroutines were blocked; so does leaving it where they are, and early, as more is different then. Most
/// graphs differ in nothing but who was first at a lock, and few of those lead anywhere else. Not thread-safe. Keeps
/// its memory.
class Promise {
 public:
  /// O(steps).
  void look_at(const Machine& machine, const Walk& walk);
  /// What Communication says of it: to be counted.
  std::uint64_t communication() const { return fingerprint_; }
  /// Of leaving it before this step, if SeenCounts says `seen` of its communication. The more the better.
  std::uint16_t at(std::uint32_t step, std::uint8_t seen) const;

 private:
  void count_blocked(const Walk& walk);

  Communication communication_;
  std::uint64_t fingerprint_ = 0;
  double own_ = 0;                      // the same wherever it is left
  std::vector<std::uint32_t> blocked_;  // by step: goroutines that could do nothing before it
  std::vector<std::uint32_t> counted_;  // by name: the last step before which it could, and 1
};

}  // namespace graphfuzz::go
