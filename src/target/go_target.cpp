#include "graphfuzz/target/go_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/named_step.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/go/minimise.hpp"
#include "graphfuzz/fuzz/go/searches.hpp"
#include "graphfuzz/fuzz/go/steps.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/target/timing_choice.hpp"

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

std::vector<Step> steps_of(std::span<const std::string> texts, RoutineNames& names) {
  try {
    return numbered(named_steps_of(texts), names);
  } catch (const std::invalid_argument& e) {
    throw StepError(e.what());
  }
}

/// By goroutine, how many of its operations have come to their end.
std::vector<std::size_t> operations_over(const Trace& trace) {
  std::vector<std::size_t> counts(trace.routines.size());
  for (const TraceEvent& event : trace.events) counts[event.routine] += event.finished();
  return counts;
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
  if (options_.machine.all_leaks) settings["left-running"] = "bug";
  if (options_.memory != GoOptions::kMemory) settings["memory"] = std::to_string(options_.memory);
  if (!options_.early_failure.empty()) settings["early-failure"] = options_.early_failure;
  settings.insert(options_.built.begin(), options_.built.end());
  return settings;
}

std::vector<Finding> GoTarget::remarks() const {
  if (options_.early_failure.empty()) return {};
  return {remark_on_early(options_.early_failure)};
}

std::vector<std::string> GoTarget::not_looked_for() const {
  std::vector<std::string> what;
  const bool real = options_.built.contains("go");
  if (real && !options_.built.contains("race")) what.push_back("data races (-race)");
  if (!options_.lives_races) {
    what.push_back(fmt::format("what data races lead to ({}--plain sc)", real ? "" : "graphfuzz go test "));
  }
  if (options_.machine.timing == Timing::idle) what.push_back("timers that fire early (--timers any)");
  return what;
}

std::unique_ptr<Searches> GoTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  return go_searches(program_, options_.machine, options_.directed, options, counts);
}

std::optional<Minimised> GoTarget::minimise(std::span<const std::string> texts, std::uint64_t most,
                                            const std::optional<FindingKey>& bug, Ease ease) const {
  const auto names = std::make_shared<RoutineNames>();
  return go::minimise(program_, options_.machine, names, steps_of(texts, *names), most, bug, ease);
}

Replay GoTarget::replay(std::span<const std::string> texts) const {
  const auto names = std::make_shared<RoutineNames>();
  const std::vector<Step> steps = steps_of(texts, *names);
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
  result.story = story_of(machine);
  if (result.possible()) {
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
      result.findings[i].stacks = stacks_of(machine.bugs()[i], machine);
    }
  }
  return result;
}

// A step belongs to the first operation that is over after it; what was possible before it could have come instead.
std::vector<Target::Choice> GoTarget::choices(const Witness& witness) const {
  constexpr std::size_t kMostSteps = 1'000;  // the trace is told anew after each
  if (witness.steps.size() > kMostSteps) return {};
  const auto names = std::make_shared<RoutineNames>();
  const std::vector<Step> steps = steps_of(witness.steps, *names);
  Machine machine(program_, options_.machine, names);
  machine.set_timing(Timing::any);  // as replays do
  machine.restart();
  struct Place {
    Routine routine;
    std::size_t number;  // of the routine's operations
  };
  std::vector<std::pair<Place, Choice>> found;
  std::vector<std::size_t> over = operations_over(machine.trace());
  for (const Step& step : steps) {
    stop_point();
    const std::span<const Step> enabled = machine.enabled();
    if (!std::binary_search(enabled.begin(), enabled.end(), step)) return {};
    Choice choice{true};
    if (enabled.size() > 1) {
      for (const NamedStep& other : named(enabled, *names)) choice.steps.push_back(describe(other));
    }
    machine.take(step);
    std::vector<std::size_t> now = operations_over(machine.trace());
    over.resize(now.size());
    const auto grown = std::ranges::mismatch(now, over).in1 - now.begin();
    if (static_cast<std::size_t>(grown) < now.size()) {
      found.push_back({{static_cast<Routine>(grown), over[static_cast<std::size_t>(grown)]}, std::move(choice)});
    }
    over = std::move(now);
  }
  std::vector<Choice> rows(witness.story.rows.size());
  const Trace& whole = machine.trace();
  if (whole.events.size() > rows.size()) return {};  // accesses that race are rows behind them
  std::vector<std::vector<std::size_t>> rows_of(whole.routines.size());
  for (std::size_t i = 0; i < whole.events.size(); ++i) {
    if (whole.events[i].finished()) rows_of[whole.events[i].routine].push_back(i);
  }
  for (auto& [place, choice] : found) {
    const std::vector<std::size_t>& own = rows_of[place.routine];
    if (place.number < own.size()) rows[own[place.number]] = std::move(choice);
  }
  return rows;
}

}  // namespace graphfuzz::go
