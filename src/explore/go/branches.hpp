// Branches: how the nodes that an execution has come through could be left otherwise, so that a new graph is found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/alternatives.hpp"
#include "explore/go/walk.hpp"

namespace graphfuzz::go {

/// An alternative to a step of an execution, with all of the execution that does not come after either of them: a
/// wakeup sequence (Abdulla, Aronis, Jonsson and Sagonas, JACM 2017, section 6).
struct Branch {
  std::uint32_t depth = 0;  ///< which step it is an alternative to
  Step step;
  std::uint32_t first_touch = 0, touch_count = 0;  ///< of it
  std::uint32_t core = 0;                          ///< that many steps are the alternative and what precedes it
  std::uint32_t first = 0, count = 0;              ///< of the steps in `Branches`, of which `step` is kAlternative
};

/// A step that explorers know of: it sleeps, or is a child.
struct KnownStep {
  const Step& step;
  std::span<const Touch> touches;
};

class Branches {
 public:
  /// All alternatives to the steps of the walk, which is at its end, that nothing asleep covers. O(steps²) each.
  void find(const Walk& walk);
  std::span<const Branch> all() const { return all_; }

  /// Is what begins with the branch found below the known step, since nothing of it that precedes that step, or all of
  /// it, depends on it? (It is a weak initial.)
  bool covered(const Branch& branch, const KnownStep& known) const;
  /// The steps of the branch until nothing sleeps any more that `known` does not cover.
  std::uint32_t length(const Branch& branch, const KnownStep& known) const { return conflict_at(branch, known) + 1; }

  const Step& step(const Branch& branch, std::uint32_t i) const;
  std::span<const Touch> touches(const Branch& branch, std::uint32_t i) const;

 private:
  static constexpr std::uint32_t kAlternative = kNoStep;
  static constexpr std::uint32_t kCovered = kNoStep;

  /// The first step of the branch that depends on the known one, which is none of them before.
  std::uint32_t conflict_at(const Branch& branch, const KnownStep& known) const;
  void add(std::uint32_t depth, const Alternative& alternative);

  const Walk* walk_ = nullptr;
  Alternatives alternatives_;
  std::vector<Branch> all_;
  std::vector<std::uint32_t> order_;
  std::vector<Touch> touches_;
  std::vector<History::Word> left_out_;
};

}  // namespace graphfuzz::go
