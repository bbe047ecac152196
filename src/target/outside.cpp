#include "graphfuzz/target/outside.hpp"

#include <algorithm>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {

bool waits_outside(const GoProgram& program, MachineOptions options, std::uint64_t seed) {
  stop_point();
  options.timing = Timing::idle;
  Random random(seed);
  Machine machine(program, options, nullptr);
  machine.restart();
  run_at_random(machine, random);
  return std::ranges::any_of(machine.bugs(), [](const GoBug& bug) {
    return bug.kind == GoBugKind::unexplored && bug.message == real_go::kWaitsOutside;
  });
}

}  // namespace graphfuzz::go
