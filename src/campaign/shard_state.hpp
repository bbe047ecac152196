// What a Shard has.
#pragma once

#include <optional>
#include <set>

#include "campaign/documents.hpp"
#include "campaign/states.hpp"
#include "graphfuzz/campaign/shard.hpp"

namespace graphfuzz {

struct ShardHead {
  store::Hash128 task{};
  std::size_t index = 0;
  std::size_t of = 1;
  std::set<store::Hash128> results{};
};

struct Shard::State {
  explicit State(const CountOptions& options) : counts(options) {}
  /// `alone`: there is no other one.
  void add(const store::Value& saved, bool alone);

  ShardHead head;
  StateCollector states;
  GraphCounts counts;
  std::optional<CountSummary> numbers{};  // instead of the counts
};

/// Writes the part of the fingerprints.
void write_shard(const std::filesystem::path& path, const ShardHead& head, const StateCollector& states,
                 const GraphCounts& counts, const KeyShare& share);

}  // namespace graphfuzz
