// Which goroutines wait for which others: for a lock that these have, or for the end of the function of a Once.
#pragma once

#include <span>
#include <vector>

#include "explore/go/state.hpp"
#include "graphfuzz/program/go/wait_cycles.hpp"

namespace graphfuzz::go {

/// Of the goroutines of an execution, as they are now.
class Waits {
 public:
  explicit Waits(const MachineState& state);

  /// Who has what the goroutine waits for; a reader waits for a writer that has announced itself, too.
  std::span<const Routine> of(Routine r) const { return edges_[r]; }
  /// Does it wait for one that has not ended?
  bool is_held_up(Routine r) const;
  /// Goroutines that wait for each other in a circle: of those that are tied to each other a shortest one.
  std::vector<std::vector<Routine>> cycles() const { return wait_cycles(edges_); }

 private:
  void find_edges(const MachineState& state, Routine r);

  std::vector<std::vector<Routine>> edges_;
  std::vector<bool> ended_;
};

}  // namespace graphfuzz::go
