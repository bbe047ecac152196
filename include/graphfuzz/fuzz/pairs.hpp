// Pairs: the rf pairs seen so far, by program position: which event read from which.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

/// A set of keys; what a key means is for those who add them to say.
class Pairs {
 public:
  /// Returns whether it is new.
  bool add(std::uint64_t key) { return keys_.insert(key).second; }
  void add(const Pairs& other) { keys_.insert(other.keys_.begin(), other.keys_.end()); }
  bool contains(std::uint64_t key) const { return keys_.contains(key); }
  std::size_t size() const { return keys_.size(); }

  /// The same set is the same value.
  void save(store::Writer& out) const;
  /// Adds what was saved.
  void load(const store::Value& saved);

 private:
  boost::unordered_flat_set<std::uint64_t> keys_;
};

/// Events beyond the 65,536th of a thread share their keys with earlier ones.
constexpr std::uint64_t pair_key(EventId read, EventId write) {
  return std::uint64_t{read.thread} << 48 | std::uint64_t{read.index & 0xffff} << 32 |
         std::uint64_t{write.thread} << 16 | (write.index & 0xffff);
}

/// Adds the rf pairs of a graph; returns whether one of them is new. O(size).
inline bool add_pairs(const ExecutionGraph& graph, Pairs& pairs) {
  bool found_new = false;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (reads(e.label.kind)) found_new |= pairs.add(pair_key(e.id, graph[e.rf].id));
  }
  return found_new;
}

}  // namespace graphfuzz
