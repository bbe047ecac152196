// Runs at random and by replay.
#include "graphfuzz/explore/go/executor.hpp"

#include <algorithm>

namespace graphfuzz::go {

void run_at_random(Machine& machine, Random& random) {
  while (!machine.over()) {
    const std::span<const Step> steps = machine.enabled();
    machine.take(Step(steps[steps.size() == 1 ? 0 : random.below(steps.size())]));
  }
}

std::size_t replay(Machine& machine, std::span<const Step> steps) {
  machine.restart();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::span<const Step> enabled = machine.enabled();
    if (!std::binary_search(enabled.begin(), enabled.end(), steps[i])) return i;
    machine.take(steps[i]);
  }
  return steps.size();
}

}  // namespace graphfuzz::go
