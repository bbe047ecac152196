// Reenactment: one execution from steps of unknown origin, to its end and judged.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"

namespace graphfuzz {

/// Not thread-safe. May be used again and again: `take` or `follow`, then `finish`, then the rest.
class Reenactment {
 public:
  /// `model`, which must be the subject's, must outlive the reenactment.
  Reenactment(const MemorySubject& subject, MemoryModel& model)
      : executor_(subject.program, model, OnDeadEnd::go_on), judge_(subject) {}

  /// See Executor::reproduce.
  std::size_t take(const Prefix& prefix) { return executor_.reproduce(prefix); }
  /// See Executor::follow.
  void follow(const Prefix& prefix) { executor_.follow(prefix); }
  /// Goes on to the end as the strategy chooses, unless all threads wait for ever, and looks for what is wrong. It is
  /// truncated where it has more than `most_events`.
  void finish(Strategy& strategy, std::size_t most_events = Executor::kAnyEvents);

  const ExecutionGraph& graph() const { return executor_.graph(); }
  /// The graph in which the finding is to be seen, which may be an earlier one than the last.
  const ExecutionGraph& graph_of(const Finding& finding) const;
  const Execution& execution() const { return execution_; }
  /// The final state, if the execution is complete; else empty.
  std::span<const Value> state() const { return state_; }
  std::vector<Finding> findings() const;
  std::span<const FindingKey> keys() const { return judge_.findings(); }
  Executor& executor() { return executor_; }
  const MemoryJudge& judge() const { return judge_; }

 private:
  Executor executor_;
  MemoryJudge judge_;
  Execution execution_;
  std::span<const Value> state_;
};

}  // namespace graphfuzz
