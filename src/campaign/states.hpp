// The distinct outcomes that one worker has seen: all are counted, a bounded number is kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

class StateCollector {
 public:
  /// Takes down the outcome of a new graph, the last execution of `search`; `satisfies`: of this graph.
  void add(Search& search, const Fingerprint& outcome, bool satisfies, const CampaignOptions& options) {
    ++(satisfies ? positive_ : negative_);
    const auto known = states_.find(outcome);
    if (known != states_.end()) {
      ++known->second.graphs;
      known->second.satisfies |= satisfies;
      return;
    }
    if (states_.size() >= options.keep_states) return;
    ObservedState state{search.outcome(), satisfies, 1};
    if (states_.size() < options.keep_examples && example_rows_ < kMostRows) {
      state.example = std::make_shared<const Witness>(search.witness(nullptr));
      example_rows_ += state.example->story.rows.size();
    }
    states_.emplace(outcome, std::move(state));
  }

  /// Graphs in which the condition's proposition holds, and does not.
  std::uint64_t positive() const { return positive_; }
  std::uint64_t negative() const { return negative_; }

  /// Sorted by text. States that read the same, because they differ in nothing but what a filter looks at, are one.
  static std::vector<ObservedState> merge(std::vector<StateCollector>& collectors);

 private:
  boost::unordered_flat_map<Fingerprint, ObservedState, std::hash<Fingerprint>> states_;
  // Examples of long executions would take more memory than they are worth.
  static constexpr std::size_t kMostRows = 100'000;

  std::size_t example_rows_ = 0;
  std::uint64_t positive_ = 0;
  std::uint64_t negative_ = 0;
};

}  // namespace graphfuzz
