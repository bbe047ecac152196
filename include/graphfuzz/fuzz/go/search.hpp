// GoSearch: where one worker's executions of a Go program come from. Random runs, the cuts, the tree of executions and
// the fuzzers of the literature (GFuzz, GoPie, flow) are implementations of it, so that a campaign runs them alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

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
  bool new_rf = false;       ///< the same for the graph without mo
  bool new_outcome = false;  ///< … and for its outcome
  std::uint32_t times = 0;   ///< how often the graph has been seen now; 0 if truncated
  Fingerprint graph{};       ///< the execution graph …
  Fingerprint rf{};          ///< … without mo …
  Fingerprint outcome{};     ///< … and its outcome
};

/// A bug that was not seen, but predicted from an execution.
struct Prediction {
  std::string kind;     ///< in words
  std::string message;  ///< one line with file:line; the same for the same bug in every execution
};

/// How the directives of a fuzzer fared.
struct GuidanceCounts {
  std::uint64_t runs = 0;       ///< with a directive
  std::uint64_t obeyed = 0;     ///< … all of which came about
  std::uint64_t timed_out = 0;  ///< … something of which had to be given up
  std::uint64_t proposed = 0;   ///< mutations made
  std::uint64_t filtered = 0;   ///< … and not run, since happens-before rules them out
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
  /// A search through the tree of executions: this worker's estimate of the number of graphs (Knuth 1975). How much of
  /// the tree is done is for the tree to say that the workers share (explore/go/tree.hpp).
  virtual TreeSize tree_size() const { return {}; }
  /// Bugs predicted from the last execution.
  virtual std::span<const Prediction> predictions() const { return {}; }
  virtual GuidanceCounts guidance() const { return {}; }
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
    execution.new_rf = counts.add_rf(execution.rf);
    execution.new_outcome = counts.add_outcome(execution.outcome);
  }
  return execution;
}

}  // namespace graphfuzz::go
