// Witness: one execution, kept to be shown and to be run again.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

struct Witness {
  /// Without threads if the witness was read from a file (its steps build it again), or the run of a Go program is too
  /// large for one (the story tells all of it).
  ExecutionGraph graph;
  Story story;
  /// The steps that lead to it, each a JSON object, as replay files have them: what they mean is for the target to say.
  std::vector<std::string> steps;
  std::string no_steps{};  ///< if it cannot be run again: why, a sentence without full stop; else empty
  std::string output{};    ///< what the program has written, as far as it was kept
  std::string differs{};   ///< if it was run again, and did something else: what, a sentence without full stop
};

/// Writes one value: all but the graph.
void save(store::Writer& out, const Witness& witness);
/// Throws store::DocumentError, also for rows and arrows that lead nowhere. Whether the steps are steps is for the
/// target to say.
Witness load_witness(const store::Value& saved);

}  // namespace graphfuzz
