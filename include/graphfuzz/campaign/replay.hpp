// Replaying one execution from its choices.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

struct Replay {
  bool possible = false;             ///< could every step be taken?
  std::size_t steps_taken = 0;       ///< number of the first step that could not, or the number of steps
  ExecutionGraph graph;              ///< what was built, to the first step that could not be taken
  std::string ending;                ///< "complete", "blocked", "deadlocked", "truncated"; empty if not possible
  std::optional<std::string> state;  ///< the final state, if complete
  bool satisfies = false;            ///< does the condition's proposition hold in it?
  std::vector<Bug> bugs;
  /// If a step is possible for the program but not under the model: the axiom it would break, and the graph with it.
  std::optional<Violation> violation;
  std::optional<ExecutionGraph> violating_graph;
};

/// Takes the steps in turn, checking each against the program and the model. What the steps leave open (nothing, for a
/// complete execution) is chosen at random. Throws std::invalid_argument for an unknown model.
Replay replay(const Program& program, const std::string& model, const Prefix& prefix);

}  // namespace graphfuzz
