// Search: where one worker's executions come from.
#pragma once

#include <span>

#include "graphfuzz/explore/builder.hpp"
#include "graphfuzz/explore/dead_ends.hpp"
#include "graphfuzz/fuzz/rf_pairs.hpp"
#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz {

/// What came of a step of a search.
enum class StepKind : std::uint8_t {
  execution,  ///< an execution
  vain,       ///< nothing, but there may be more
  idle,       ///< nothing now: what is left is with other workers
  exhausted,  ///< nothing: every consistent execution has been built
};

/// One execution, as the search reports it. The graph and the rest are in the search until the next step.
struct Execution {
  StepKind kind = StepKind::execution;
  Ending ending = Ending::complete;
  bool filtered = false;     ///< complete, but dropped by the program's filter
  bool new_graph = false;    ///< complete, kept by the filter, and not seen before
  bool new_outcome = false;  ///< the same for its final state
  Fingerprint outcome{};     ///< of the final state, if new_graph
  DeadEnds dead_ends{};      ///< that it left, or tried to leave
};

/// Not thread-safe: each worker has its own.
class Search {
 public:
  virtual ~Search() = default;

  /// Runs one execution, or finds that there is none.
  virtual Execution step() = 0;

  /// Of the last execution.
  virtual const ExecutionGraph& graph() const = 0;
  virtual std::span<const Failure> failures() const = 0;
  virtual std::span<const Race> races() const = 0;
  /// The last execution must have been complete.
  virtual std::span<const Value> state() = 0;

  /// The rf pairs of all graphs, empty if they are not taken down.
  virtual const RfPairs& pairs() const = 0;
  /// The number of prefixes, or subtrees, that are kept for later.
  virtual std::size_t corpus_size() const = 0;
  /// Hands over what is not yet in the counts that workers share.
  virtual void flush() = 0;
};

}  // namespace graphfuzz
