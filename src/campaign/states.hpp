// The distinct outcomes that a campaign, or a part of one, has seen: all are counted, a bounded number is kept.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

class StateCollector {
 public:
  /// Takes down the outcome of a new graph, the last execution of `search`.
  void add(Search& search, const Execution& execution, bool satisfies, const CampaignOptions& options);

  /// Adds what another part has seen. Graphs of both are counted once if both know their graphs
  /// (CampaignOptions::keep_graphs); otherwise no graph may be in both.
  void add(const StateCollector& other);

  /// Graphs in which the condition's proposition holds, and does not.
  std::uint64_t positive() const { return of(true); }
  std::uint64_t negative() const { return of(false); }
  bool none(bool satisfies) const { return of(satisfies) == 0; }
  bool empty() const { return states_.empty(); }

  /// Sorted by text. States that read the same, because they differ in nothing but what a filter looks at, are one.
  std::vector<ObservedState> list() const;

  /// How many graphs there are, without a word on which: what those of several shards add up to.
  StateCollector numbers() const;
  /// The states, and no graphs: what to add the numbers to.
  StateCollector uncounted() const;
  /// Of each state one graph at least, which it must have had to be seen.
  StateCollector at_least() const;

  void save(store::Writer& out) const;
  /// The graphs that belong to a part of all fingerprints, and to which states, without a word on those.
  void save(store::Writer& out, const KeyShare& share) const;
  /// Into an empty one. Throws store::DocumentError.
  void load(const store::Value& saved);

 private:
  using Graphs = std::vector<Fingerprint>;  // sorted when they are put together
  struct Entry {
    ObservedState state;
    Graphs graphs;
  };
  // Examples of long executions would take more memory than they are worth.
  static constexpr std::size_t kMostRows = 100'000;

  // Of both kinds of outcomes: how many graphs there are, and, of outcomes that are not kept, which.
  struct Side {
    std::uint64_t graphs = 0;
    Graphs others;
  };
  std::uint64_t of(bool satisfies) const { return sides_[satisfies ? 1 : 0].graphs; }
  void recount();
  template <class Chosen, class Count>
  void save(store::Writer& out, Chosen chosen, Count count, bool words) const;

  boost::unordered_flat_map<Fingerprint, Entry, std::hash<Fingerprint>> states_;
  std::array<Side, 2> sides_;
  std::size_t example_rows_ = 0;
};

}  // namespace graphfuzz
