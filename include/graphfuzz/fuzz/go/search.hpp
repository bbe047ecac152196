// GoSearch: where one worker's executions of a Go program come from. Random runs, the cuts, the tree of executions and
// the fuzzers of the literature (GFuzz, GoPie, flow) are implementations of it, so that a campaign runs them alike.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"

namespace graphfuzz::go {

/// One execution, as the search reports it. Everything else is in the search's machine until the next step.
struct GoExecution {
  StepKind kind = StepKind::execution;
  GoEnding ending = GoEnding::over;
  bool new_graph = false;    ///< not truncated, and not seen before
  bool new_outcome = false;  ///< the same for its outcome
  std::uint32_t times = 0;   ///< how often the graph has been seen now; 0 if truncated
  Fingerprint graph{};       ///< the execution graph …
  Fingerprint rf{};          ///< … without mo …
  Fingerprint outcome{};     ///< … and its outcome
};

/// Not thread-safe: each worker has its own.
class GoSearch {
 public:
  virtual ~GoSearch() = default;

  /// Runs one execution, or finds that there is none.
  virtual GoExecution step() = 0;

  /// At the end of the last execution: its trace, bugs, outcome.
  virtual const Machine& machine() const = 0;
  /// The steps of the last execution, for `replay` (explore/go/executor.hpp).
  virtual std::span<const Step> steps() const = 0;

  /// The number of prefixes, subtrees or inputs that are kept for later.
  virtual std::size_t corpus_size() const { return 0; }
  /// A search through the tree of executions: the part of it that this worker has been through, from 0 to 1, and an
  /// estimate of the number of its leaves. The workers' parts are to be added up, their estimates pooled.
  virtual double covered() const { return 0; }
  virtual TreeSize tree_size() const { return {}; }
  /// Hands over what is not yet in the counts that workers share.
  virtual void flush() = 0;
};

/// Adds the execution that `machine` is at the end of to the counts. For implementations of GoSearch.
inline GoExecution count(const Machine& machine, CachedGraphCounts& counts) {
  GoExecution execution;
  execution.ending = machine.ending();
  execution.graph = machine.fingerprint();
  execution.rf = machine.rf_fingerprint();
  execution.outcome = machine.outcome_fingerprint();
  if (execution.ending == GoEnding::truncated) return execution;
  const GraphCounts::Seen seen = counts.add(execution.graph);
  execution.times = seen.count;
  execution.new_graph = seen.new_graph;
  if (seen.new_graph) {
    counts.add_rf(execution.rf);
    execution.new_outcome = counts.add_outcome(execution.outcome);
  }
  return execution;
}

}  // namespace graphfuzz::go
