#include "campaign/states.hpp"

#include <algorithm>

namespace graphfuzz {

std::vector<ObservedState> StateCollector::merge(std::vector<StateCollector>& collectors) {
  std::vector<ObservedState> states;
  for (StateCollector& collector : collectors) {
    for (auto& [outcome, state] : collector.states_) states.push_back(std::move(state));
    collector.states_.clear();
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
    merged.back().satisfies |= state.satisfies;
    if (!merged.back().example) merged.back().example = std::move(state.example);
  }
  return merged;
}

}  // namespace graphfuzz
