#include "graphfuzz/fuzz/go/tree_search.hpp"

namespace graphfuzz::go {
namespace {

// The walks that estimate the number of graphs: so many at first, and then one for so many executions.
constexpr std::uint64_t kFirstWalks = 32;
constexpr std::uint64_t kStepsPerWalk = 64;

}  // namespace

GoExecution TreeSearch::step() {
  GoExecution execution;
  switch (explorer_.explore()) {
    case Visit::idle:
      execution.kind = StepKind::idle;
      return execution;
    case Visit::exhausted:
      execution.kind = StepKind::exhausted;
      return execution;
    case Visit::vain:
      execution.kind = StepKind::vain;
      break;
    case Visit::execution:
      if (record_) {
        execution = count(explorer_.machine(), counts_);
        break;
      }
      const Machine& machine = explorer_.machine();
      execution.ending = machine.ending();
      execution.graph = machine.fingerprint();
      execution.rf = machine.rf_fingerprint();
      execution.outcome = machine.outcome_fingerprint();
      if (execution.ending == GoEnding::truncated) break;
      execution.new_graph = true;
      execution.times = 1;
      execution.new_outcome = counts_.add_outcome(execution.outcome);
      break;
  }
  if (++steps_ % kStepsPerWalk == 0 || steps_ == kFirstWalks) walk();
  return execution;
}

void TreeSearch::walk() {
  const std::uint64_t walks = steps_ == kFirstWalks ? kFirstWalks : 1;
  for (std::uint64_t i = 0; i < walks; ++i) size_.add(walker_.walk());
}

}  // namespace graphfuzz::go
