// Isolation: does nobody come in between the accesses of a section, not even without a section of its own?
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

/// Sections that exclude each other by a lock, of an execution that is sequentially consistent. They are isolated iff
/// the execution has an order in which the events of each are next to each other: iff po, asw, rf, mo and fr have no
/// cycle once each section is made a single node (strong isolation of transactions, as "stronglift" of Chong, Sorensen,
/// Wickerson, PLDI 2018, section 3). Keeps its memory from one call to the next.
class Isolation {
 public:
  /// A section begins with an update of `lock`, and ends with a write of it. One that has no end, of a thread for which
  /// `stays(thread)`, will have none: then nothing may come after any of it. O(events).
  template <class Stays>
  bool holds(const ExecutionGraph& graph, Location lock, Stays stays) {
    contract(graph, lock);
    return ends_are_last(graph, stays) && acyclic(graph);
  }

 private:
  void contract(const ExecutionGraph& graph, Location lock);
  template <class Each>
  void for_each_successor(const ExecutionGraph& graph, Slot slot, Each each) const;
  template <class Each>
  void for_each_after(const ExecutionGraph& graph, Slot node, Each each) const;
  bool nothing_after(const ExecutionGraph& graph, Slot node) const;
  bool acyclic(const ExecutionGraph& graph);

  template <class Stays>
  bool ends_are_last(const ExecutionGraph& graph, Stays stays) const {
    for (const Slot node : open_) {
      if (stays(graph[node].id.thread) && !nothing_after(graph, node)) return false;
    }
    return true;
  }

  std::vector<Slot> node_;             // by slot: the first of its section, or itself
  std::vector<Slot> open_;             // sections that have no end
  std::vector<std::uint32_t> before_;  // by node: edges that lead to it
  std::vector<Slot> ready_;
};

}  // namespace graphfuzz
