// Past: what comes before an event whatever the order in which the graph was built.
#pragma once

#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

/// What is porf-before events of one graph. Of a sequential model, in which an execution is an interleaving, also what
/// is before them in every interleaving that has this graph: (po | rf | mo | fr)+.
class Past {
 public:
  /// Of another graph, or of one that has changed. The graph must stay as it is while it is asked for.
  void reset(const ExecutionGraph& graph, bool sequential);
  const ExecutionGraph& graph() const { return *graph_; }
  /// The events before this one, and itself. O(events) for each that is asked for the first time. Valid until `reset`.
  ViewRef of(Slot slot);

 private:
  void add_sources(Slot slot);

  const ExecutionGraph* graph_ = nullptr;
  bool sequential_ = false;
  boost::unordered_flat_map<Slot, View> views_;
  std::vector<Slot> work_;
};

}  // namespace graphfuzz
