// Dependence: which steps of an execution of a Go program come after which for a reason, and which could be reordered.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

/// An operation that depends on a step, and could have happened without it and what comes after it: perhaps by another
/// of its cases than the one that it was.
struct Reordering {
  std::uint32_t step = 0;          ///< before which it might have come
  std::uint32_t operation = 0;     ///< the step that it is part of; the number of steps if it is pending in the end
  Name routine = kNoName;          ///< whose operation it is; kNoName: a timer fires
  std::uint32_t previous = kNone;  ///< the last step of that goroutine before it, or the one that created it

  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
};

/// Not thread-safe.
class Dependence {
 public:
  /// The machine must outlive it.
  explicit Dependence(Machine& machine);
  ~Dependence();

  /// Restarts the machine, and takes the steps, all of which must be possible in turn. O(steps²/64), and as much again
  /// for each reordering.
  void replay(std::span<const Step> steps);

  std::span<const Step> steps() const;
  std::span<const Reordering> reorderings() const;
  /// Does step b come after step a ≠ b for a reason? By program order, a fork or a signal, or because both touch an
  /// object that one of them changes.
  bool before(std::uint32_t a, std::uint32_t b) const;
  /// The steps that were possible instead of it.
  std::span<const Step> possible(std::uint32_t step) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz::go
