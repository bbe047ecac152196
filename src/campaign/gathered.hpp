// What a Gathering has found.
#pragma once

#include "campaign/harvest.hpp"
#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz {

struct Gathering::Found {
  explicit Found(const CountOptions& options) : counts(options) {}

  void add(const Found& other) {
    harvest.add(other.harvest);
    counts.merge(other.counts);
  }
  /// As Campaign::save_found has it.
  void save(store::Writer& out) const {
    harvest.save(out.begin_object().key("found"));
    counts.save(out.key("counts"));
    out.end_object();
  }
  /// Throws store::DocumentError.
  void load(const store::Value& saved) {
    saved.expect_keys({"found", "counts"});
    harvest = Harvest::load(saved.field("found"));
    counts.load(saved.field("counts"));
  }

  Harvest harvest;
  GraphCounts counts;
  std::optional<CountSummary> numbers{};  // of shards, where only those are known
};

}  // namespace graphfuzz
