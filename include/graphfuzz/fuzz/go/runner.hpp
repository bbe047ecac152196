// Runner: whoever runs a Go program as a directive asks, and tells what happened. The machine does so in process; a
// process of the real program is to stand in the same place.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/pairs.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/directive.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// What the analysis of a trace has found, as findings of campaigns are told: kind "leak", message
/// "L08 lock: file:line, file:line".
Finding finding_of(const TraceFinding& found, const Trace& trace);

/// Not thread-safe: each worker has its own. All that is asked of a run can be had from its trace; who knows better
/// says so.
class Runner {
 public:
  virtual ~Runner() = default;

  /// One run; null: as the program likes. What is left open is chosen with `random`.
  virtual Obedience run(const Directive* directive, Random& random) = 0;

  // Of the last run:

  virtual const Trace& trace() const = 0;
  /// Truncated if it timed out, or nobody knows how it ended: then it is no basis for others.
  virtual Ending ending() const;
  /// Those of the graph, whether or not it is too large to be had.
  virtual Fingerprints fingerprints();
  /// graph_of the trace; without threads if that is too large for a graph. Valid until the next call.
  virtual const ExecutionGraph& graph();
  /// In words.
  virtual std::string outcome() const;
  virtual Fingerprint outcome_fingerprint() const { return fingerprint(std::string_view(outcome())); }
  /// Adds the rf pairs of the graph; returns whether one of them is new.
  virtual bool add_pairs(Pairs& pairs);
  /// What went wrong: bugs that happened, and leaks.
  virtual std::vector<Finding> findings() const;
  /// Of one of those: the stacks of who is left, which are not taken for each.
  virtual std::vector<Stack> stacks(const Finding& /*finding*/) const { return {}; }
  /// Without steps, as another run need not go the same way. `finding`: the one that it is about; null: all of them.
  virtual Witness witness(const Finding* finding);

 private:
  ExecutionGraph graph_;
};

/// The machine. `program` must outlive it. Runs without a directive use the timing of the options.
std::unique_ptr<Runner> machine_runner(const GoProgram& program, const MachineOptions& options,
                                       std::shared_ptr<RoutineNames> names);

}  // namespace graphfuzz::go
