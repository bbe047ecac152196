// Branches: how the nodes that an execution has come through could be left otherwise, so that a new graph is found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/alternatives.hpp"
#include "explore/go/walk.hpp"

namespace graphfuzz::go {

/// An alternative to a step of an execution, after all that could precede it.
struct Branch {
  std::uint32_t depth = 0;                         ///< which step it is an alternative to
  Step step;                                       ///< the alternative itself …
  std::uint32_t first_touch = 0, touch_count = 0;  ///< … and what it touches
  std::uint32_t first = 0, count = 0;              ///< of the steps of the branch; the alternative is the last
};

class Branches {
 public:
  /// All alternatives to the steps of the walk, which is at its end, that neither what is asleep there covers nor
  /// `children`, of as many of the nodes that it has come through as have been there before. Of the first `settled`
  /// steps there are none to be found. O(steps²) each.
  void find(const Walk& walk, const KnownSteps& children, std::uint32_t settled = 0);
  std::span<const Branch> all() const { return all_; }

  /// Is what begins with the branch found below the known step, since that is one of the branch's, and nothing before
  /// it depends on it? (It is an initial of Abdulla, Aronis, Jonsson and Sagonas, JACM 2017.)
  bool covered(const Branch& branch, const KnownStep& known) const;

  /// The branch, and what else of the execution does not come after the step that it is an alternative to, nor after
  /// the alternative: until nothing sleeps any more that is asleep there, or is one of the `children` (a wakeup
  /// sequence). Valid until the next call.
  std::span<const Step> guide(const Branch& branch, const KnownSteps& children);
  /// What the first step of the branch touches.
  std::span<const Touch> first_touches(const Branch& branch) const { return touches(branch, 0); }

 private:
  static constexpr std::uint32_t kAlternative = kNoStep;

  bool covers(const KnownStep& known, const Alternative& alternative) const;
  bool covered(std::uint32_t depth, const Alternative& alternative, const KnownSteps& children) const;
  void add(std::uint32_t depth, const Alternative& alternative);
  void add_rest(const Branch& branch);
  std::uint32_t wakes(const Branch& branch, const KnownStep& known, std::uint32_t count) const;
  const Step& step(const Branch& branch, std::uint32_t i) const;
  std::span<const Touch> touches(const Branch& branch, std::uint32_t i) const;

  const Walk* walk_ = nullptr;
  Alternatives alternatives_;
  std::vector<Branch> all_;
  std::vector<std::uint32_t> order_;
  std::vector<Touch> touches_;
  std::vector<History::Word> taken_, left_out_;
  std::vector<Step> guide_;
};

}  // namespace graphfuzz::go
