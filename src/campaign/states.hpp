// The distinct final states that one worker has seen: all are counted, a bounded number is kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

class StateCollector {
 public:
  /// A new graph ended in `state`; `outcome` is the state's fingerprint. Returns whether the condition's proposition
  /// holds in it.
  bool add(const Program& program, const Fingerprint& outcome, std::span<const Value> state,
           const ExecutionGraph& graph, std::size_t keep_states, std::size_t keep_examples) {
    const auto known = records_.find(outcome);
    const bool satisfies = known != records_.end() ? known->second.satisfies : program.satisfies(state);
    ++(satisfies ? positive_ : negative_);
    if (known != records_.end()) {
      ++known->second.graphs;
    } else if (records_.size() < keep_states) {
      if (records_.size() < keep_examples) examples_.emplace(outcome, graph);
      records_.emplace(outcome, Record{1, satisfies, {state.begin(), state.end()}});
    }
    return satisfies;
  }

  /// Graphs in which the condition's proposition holds, and does not.
  std::uint64_t positive() const { return positive_; }
  std::uint64_t negative() const { return negative_; }

  /// Null for most states.
  std::shared_ptr<const ExecutionGraph> example(const Fingerprint& outcome) const {
    const auto found = examples_.find(outcome);
    return found == examples_.end() ? nullptr : std::make_shared<const ExecutionGraph>(found->second);
  }

  /// Sorted by text.
  static std::vector<ObservedState> merge(const Program& program, const std::vector<StateCollector>& collectors);

 private:
  struct Record {
    std::uint64_t graphs = 0;
    bool satisfies = false;
    std::vector<Value> state;
  };
  boost::unordered_flat_map<Fingerprint, Record, std::hash<Fingerprint>> records_;
  boost::unordered_flat_map<Fingerprint, ExecutionGraph, std::hash<Fingerprint>> examples_;  // of the first states
  std::uint64_t positive_ = 0;
  std::uint64_t negative_ = 0;
};

}  // namespace graphfuzz
