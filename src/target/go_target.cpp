#include "graphfuzz/target/go_target.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/named_step.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/go/searches.hpp"
#include "graphfuzz/fuzz/go/steps.hpp"

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

std::string possible_now(const Machine& machine) {
  std::string text;
  for (const NamedStep& step : named(machine.enabled(), *machine.names())) {
    text += (text.empty() ? "" : "; ") + describe(step);
  }
  return text.empty() ? "nothing: the execution is over" : text;
}

}  // namespace

GoTarget::GoTarget(const GoProgram& program, GoTargetOptions options)
    : program_(program), options_(std::move(options)) {}

GoTarget::GoTarget(std::shared_ptr<const GoProgram> program, GoTargetOptions options)
    : GoTarget(*program, std::move(options)) {
  owned_ = std::move(program);
}

std::string GoTarget::name() const {
  const std::string name(program_.name());
  return options_.function.empty() ? name : name + '.' + options_.function;
}

Settings GoTarget::settings() const {
  Settings settings = {{"timers", options_.machine.timing == Timing::idle ? "idle" : "any"},
                       {"max-steps", std::to_string(options_.machine.max_steps)}};
  if (!options_.function.empty()) settings["function"] = options_.function;
  if (!options_.machine.ignored_leaks.empty()) {
    settings["ignored-leaks"] = native::join_words(options_.machine.ignored_leaks);
  }
  if (options_.memory != GoOptions::kMemory) settings["memory"] = std::to_string(options_.memory);
  settings.insert(options_.built.begin(), options_.built.end());
  return settings;
}

std::unique_ptr<Searches> GoTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  return go_searches(program_, options_.machine, options_.directed, options, counts);
}

Replay GoTarget::replay(std::span<const std::string> texts) const {
  const auto names = std::make_shared<RoutineNames>();
  std::vector<Step> steps;
  try {
    steps = numbered(named_steps_of(texts), *names);
  } catch (const std::invalid_argument& e) {
    throw StepError(e.what());
  }
  Machine machine(program_, options_.machine, names);
  Replay result;
  result.test = name();
  result.model = model();
  result.condition = condition();
  result.steps = steps.size();
  result.steps_taken = go::replay(machine, steps);
  if (result.possible()) {
    Random random(1);
    run_at_random(machine, random);
    result.ending = graphfuzz::name(machine.ending());
    result.state = machine.outcome();
    result.satisfies = any_bug(machine.bugs());
  } else {
    result.instead = possible_now(machine);
  }
  for (const GoBug& bug : machine.bugs()) result.findings.push_back(finding_of(bug, machine.trace()));
  result.graph = graph_if_possible(machine);
  result.story = tell_with_findings(machine.trace());
  return result;
}

}  // namespace graphfuzz::go
