// Runner: whoever runs a Go program as a directive asks, and tells what happened. The machine does so in process; a
// process of the real program is to stand in the same place.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/pairs.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/directive.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Not thread-safe: each worker has its own.
class Runner {
 public:
  virtual ~Runner() = default;

  /// One run; null: as the program likes. What is left open is chosen with `random`.
  virtual Obedience run(const Directive* directive, Random& random) = 0;

  // Of the last run:

  virtual const Trace& trace() const = 0;
  virtual Ending ending() const = 0;
  virtual Fingerprints fingerprints() const = 0;
  virtual const ExecutionGraph& graph() = 0;
  virtual std::string outcome() const = 0;
  virtual Fingerprint outcome_fingerprint() const = 0;
  /// Adds the rf pairs; returns whether one of them is new.
  virtual bool add_pairs(Pairs& pairs) = 0;
  /// What went wrong.
  virtual std::vector<graphfuzz::Finding> findings() const = 0;
  virtual Witness witness() const = 0;
};

/// The machine. `program` must outlive it. Runs without a directive use the timing of the options.
std::unique_ptr<Runner> machine_runner(const GoProgram& program, const MachineOptions& options,
                                       std::shared_ptr<RoutineNames> names);

}  // namespace graphfuzz::go
