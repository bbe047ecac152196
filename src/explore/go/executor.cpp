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
  // Whoever took the steps may have let time pass although something else could have happened.
  const Timing timing = machine.timing();
  machine.set_timing(Timing::any);
  machine.restart();
  std::size_t taken = 0;
  for (; taken < steps.size(); ++taken) {
    const std::span<const Step> enabled = machine.enabled();
    if (!std::binary_search(enabled.begin(), enabled.end(), steps[taken])) break;
    machine.take(steps[taken]);
  }
  machine.set_timing(timing);
  return taken;
}

}  // namespace graphfuzz::go
