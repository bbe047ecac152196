// Probe: could the operation of a reversal really have come first? Tried out on a machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/walk.hpp"

namespace graphfuzz::go {

/// What stands between step e and the operation, and does not come after e, is taken instead of e, until the operation
/// has a step that is awake and wakes e, or lets e's goroutine do something else. If it never has, there is nothing to
/// reverse: a receive does not come before its send by being tried early.
class Probe {
 public:
  enum class Answer : std::uint8_t {
    never,    ///< the operation is not possible, or does not concern e
    covered,  ///< what it leads to begins with one of the sleepers
    after,    ///< after the steps before `limit()` that do not come after e
    unknown,  ///< time decides, or steps were not possible that should have been
  };

  /// The machine is used for nothing else.
  explicit Probe(Machine& machine) : machine_(machine), walk_(machine) {}

  /// Of a reversal in `walk`; `sleepers`: what sleeps at the node before e, and all children that it has.
  Answer ask(const Walk& walk, const Reversal& reversal, std::span<const Step> sleepers);
  std::uint32_t limit() const { return limit_; }

  /// The same for two reversals before the same step that get the same answer, whatever execution shows them.
  static std::uint64_t key(const Walk& walk, const Reversal& reversal);

 private:
  Answer begin(const Walk& walk, const Reversal& reversal, std::span<const Step> sleepers);
  bool look(const Reversal& reversal, const Step& e);
  bool frees(const Step& e);

  Machine& machine_;
  Walk walk_;
  std::uint32_t limit_ = 0;
  std::uint32_t first_ = 0;  // the limit at which the operation was first possible, without concerning e; 0: never
  Step first_step_;
  bool selects_ = false;
  std::vector<Step> others_;
};

}  // namespace graphfuzz::go
