// The distinct final states that one worker has seen.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <optional>
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
           const ExecutionGraph& graph, std::size_t keep_examples) {
    Record& record = records_[outcome];
    if (record.graphs++ == 0) {
      record.state.assign(state.begin(), state.end());
      record.satisfies = program.satisfies(state);
      if (records_.size() <= keep_examples) record.example = graph;
    }
    return record.satisfies;
  }

  /// Sorted by text.
  static std::vector<ObservedState> merge(const Program& program, const std::vector<StateCollector>& collectors);

 private:
  struct Record {
    std::uint64_t graphs = 0;
    bool satisfies = false;
    std::vector<Value> state;
    std::optional<ExecutionGraph> example;  // of the first states only
  };
  boost::unordered_flat_map<Fingerprint, Record, std::hash<Fingerprint>> records_;
};

}  // namespace graphfuzz
