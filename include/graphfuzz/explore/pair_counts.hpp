// How often what an execution can begin with has been seen: approximately, by hash.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

/// Hash of an event and something about it; never 0.
inline std::uint32_t pair_hash(EventId event, std::uint64_t other) {
  return static_cast<std::uint32_t>(mixed(std::uint64_t{event.thread} << 32 | event.index, other)) | 1;
}
/// … and the write that it reads from, or follows in mo.
inline std::uint32_t pair_hash(EventId event, EventId source) {
  return pair_hash(event, std::uint64_t{source.thread} << 32 | source.index);
}
/// … and the value that it reads, or else writes.
inline std::uint32_t pair_hash(EventId event, Value value) {
  return pair_hash(event, static_cast<std::uint64_t>(value));
}

/// In how many graphs each pair, and each value at each event, has been seen. Pairs whose hashes collide share a count.
class PairCounts {
 public:
  PairCounts() : counts_(kSize) {}

  std::uint32_t operator()(std::uint32_t hash) const { return counts_[hash % kSize]; }

  /// Counts the pairs of a graph. O(size).
  void add(const ExecutionGraph& graph) {
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
      const Event& e = graph[slot];
      if (!is_access(e.label.kind)) continue;
      const bool reading = reads(e.label.kind);
      ++counts_[pair_hash(e.id, graph[reading ? e.rf : graph.mo_previous(slot)].id) % kSize];
      ++counts_[pair_hash(e.id, reading ? e.label.read_value : e.label.written_value) % kSize];
    }
  }

  void save(store::Writer& out) const;
  void load(const store::Value& saved);

 private:
  static constexpr std::size_t kSize = 1 << 15;
  std::vector<std::uint32_t> counts_;
};

}  // namespace graphfuzz
