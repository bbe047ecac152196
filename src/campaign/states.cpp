#include "campaign/states.hpp"

#include <algorithm>

namespace graphfuzz {

std::vector<ObservedState> StateCollector::merge(const Program& program,
                                                 const std::vector<StateCollector>& collectors) {
  // Two states may read the same, if what differs is only in the filter: then they are one.
  std::vector<ObservedState> states;
  for (const StateCollector& collector : collectors) {
    for (const auto& [outcome, record] : collector.records_) {
      states.push_back({program.describe(record.state), record.satisfies, record.graphs, collector.example(outcome)});
    }
  }
  std::stable_sort(states.begin(), states.end(),
                   [](const ObservedState& a, const ObservedState& b) { return a.text < b.text; });
  std::vector<ObservedState> merged;
  for (ObservedState& state : states) {
    if (merged.empty() || merged.back().text != state.text) {
      merged.push_back(std::move(state));
      continue;
    }
    merged.back().graphs += state.graphs;
    if (!merged.back().example) merged.back().example = std::move(state.example);
  }
  return merged;
}

}  // namespace graphfuzz
