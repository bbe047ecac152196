#include "graphfuzz/campaign/go_replay.hpp"

#include <fmt/format.h>

#include "campaign/go_bugs.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"

namespace graphfuzz::go {
namespace {

std::string describe(const NamedStep& step) {
  std::string text = step.timer >= 0 ? fmt::format("timer {} of goroutine {}", step.timer, step.routine)
                                     : fmt::format("goroutine {}", step.routine);
  if (step.choice != 0) text += fmt::format(" (case {})", step.choice);
  if (!step.partner.empty()) text += fmt::format(" with {}", step.partner);
  if (step.partner_choice != 0) text += fmt::format(" (case {})", step.partner_choice);
  return text;
}

}  // namespace

GoReplay replay(const GoProgram& program, std::span<const NamedStep> steps, Timing timing) {
  const auto names = std::make_shared<RoutineNames>();
  MachineOptions options;
  options.timing = timing;
  Machine machine(program, options, names);
  const std::vector<Step> numbers = numbered(steps, *names);
  GoReplay result;
  result.steps_taken = replay(machine, numbers);
  result.possible = result.steps_taken == steps.size();
  if (result.possible) {
    Random random(1);
    run_at_random(machine, random);
  } else {
    for (const NamedStep& step : named(machine.enabled(), *names)) {
      result.possible_steps += (result.possible_steps.empty() ? "" : "; ") + describe(step);
    }
    if (result.possible_steps.empty()) result.possible_steps = "nothing: the execution is over";
  }
  result.trace = machine.trace();
  result.outcome = machine.outcome();
  std::vector<GoBugCollector> bugs(1);
  bugs.front().look(machine, numbers, 1, 0);
  result.bugs = GoBugCollector::merge(bugs);
  return result;
}

}  // namespace graphfuzz::go
