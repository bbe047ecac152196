// What a Gathering has found.
#pragma once

#include "campaign/gathered_curve.hpp"
#include "campaign/harvest.hpp"
#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz {

struct Gathering::Found {
  explicit Found(const CountOptions& options) : counts(options) {}

  void add(const Found& other) {
    curve.merge(other.curve, other.harvest.executions > harvest.executions);
    harvest.add(other.harvest);
    counts.merge(other.counts);
  }
  /// As Campaign::save_found has it.
  void save(store::Writer& out) const {
    harvest.save(out.begin_object().key("found"));
    counts.save(out.key("counts"));
    if (!curve.empty()) curve.save(out.key("curve"));
    out.end_object();
  }
  /// Throws store::DocumentError.
  void load(const store::Value& saved) {
    saved.expect_keys({"found", "counts", "curve"});
    harvest = Harvest::load(saved.field("found"));
    counts.load(saved.field("counts"));
    if (const auto known = saved.find("curve")) curve.load(*known);
  }

  Harvest harvest;
  GraphCounts counts;
  GatheredCurve curve{};
  std::optional<CountSummary> numbers{};  // of shards, where only those are known
};

}  // namespace graphfuzz
