// Witness: one execution, kept to be shown and to be run again.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

struct Witness {
  ExecutionGraph graph;
  Story story;
  /// The steps that lead to it, each a JSON object, as replay files have them: what they mean is for the target to say.
  std::vector<std::string> steps;
  std::string no_steps{};  ///< if it cannot be run again: why, a sentence without full stop; else empty
};

}  // namespace graphfuzz
