#include "graphfuzz/fuzz/go/prefix_engine.hpp"

#include <algorithm>

namespace graphfuzz::go {

void GoPrefixEngine::follow(const GoPrefix& prefix) {
  const auto possible = [this](const Step& step) {
    const std::span<const Step> enabled = machine().enabled();
    return std::find(enabled.begin(), enabled.end(), step) != enabled.end();
  };
  for (const Step& step : prefix.steps) {
    if (possible(step)) source_.take(step);
  }
  if (possible(prefix.change)) {
    source_.take(prefix.change);
    return;
  }
  if (prefix.routine == kNoName) return;
  for (const Step& step : machine().enabled()) {
    if (step.timer < 0 && (step.routine == prefix.routine || step.partner == prefix.routine)) {
      source_.take(step);
      return;
    }
  }
}

}  // namespace graphfuzz::go
