// The rf pairs seen so far, by program position: which event read from which.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

class RfPairs {
 public:
  /// Adds the pairs of a graph; returns whether one of them is new. O(size).
  bool add(const ExecutionGraph& graph) {
    bool found_new = false;
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
      const Event& e = graph[slot];
      if (reads(e.label.kind)) found_new |= pairs_.insert(key(e.id, graph[e.rf].id)).second;
    }
    return found_new;
  }

  void add(EventId read, EventId write) { pairs_.insert(key(read, write)); }

  void add(const RfPairs& other) { pairs_.insert(other.pairs_.begin(), other.pairs_.end()); }
  std::size_t size() const { return pairs_.size(); }

  /// Has `read` been seen to read from `write`?
  bool contains(EventId read, EventId write) const { return pairs_.contains(key(read, write)); }

 private:
  // Events beyond the 65,536th of a thread share their keys with earlier ones.
  static std::uint64_t key(EventId read, EventId write) {
    return std::uint64_t{read.thread} << 48 | std::uint64_t{read.index & 0xffff} << 32 |
           std::uint64_t{write.thread} << 16 | (write.index & 0xffff);
  }
  boost::unordered_flat_set<std::uint64_t> pairs_;
};

}  // namespace graphfuzz
