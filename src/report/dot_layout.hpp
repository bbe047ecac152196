// Where the events of a picture go.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

/// In inches, y upwards, the middle of a node.
struct Point {
  double x = 0;
  double y = 0;
};

struct Layout {
  std::vector<Point> events;   ///< by slot; of initial writes only those that are shown count
  std::vector<bool> shown;     ///< by slot
  std::vector<Point> headers;  ///< by thread
};

/// Columns for threads, as wide as their labels need; an event is one row below the last of those that are porf-before
/// it. Initial writes that are read (and those in `needed`) are above, next to each other. O(size + threads).
Layout lay_out(const ExecutionGraph& graph, const std::vector<std::string>& labels, const std::vector<Slot>& needed);

}  // namespace graphfuzz
