#include "graphfuzz/fuzz/go/random_search.hpp"

namespace graphfuzz::go {

void extend_at_random(Machine& machine, Random& random, std::vector<Step>& steps) {
  while (!machine.over()) {
    const std::span<const Step> enabled = machine.enabled();
    steps.push_back(enabled[random.below(enabled.size())]);
    machine.take(steps.back());
  }
}

GoExecution RandomSearch::step() {
  machine_.restart();
  steps_.clear();
  extend_at_random(machine_, random_, steps_);
  return count(machine_, counts_);
}

}  // namespace graphfuzz::go
