#include "graphfuzz/target/timing_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/named_step.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/go/steps.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

constexpr int kEarlyRuns = 10;
constexpr int kIdleRuns = 30;
constexpr std::size_t kStepsInAll = 20'000;  // in all of them together

/// How panics begin that the runtime and the library raise, and what is told of a process that does not go on.
constexpr std::string_view kNotByTest[] = {"runtime error: ",
                                           "fatal error: ",
                                           "assignment to entry in nil map",
                                           "interface conversion: ",
                                           "close of ",
                                           "send on ",
                                           "makechan: ",
                                           "value method ",
                                           "unaligned 64-bit ",
                                           "hang: ",
                                           "in vain: ",
                                           "runtime: ",
                                           "sync: ",
                                           "sync/",
                                           "sync.",
                                           "reflect: ",
                                           "reflect.",
                                           "testing: ",
                                           "time: ",
                                           "strings: ",
                                           "strings.",
                                           "bytes: ",
                                           "bytes.",
                                           "bufio: ",
                                           "bufio.",
                                           "http: ",
                                           "regexp: ",
                                           "strconv: ",
                                           "cannot create context from nil parent",
                                           "nil context",
                                           "nil key",
                                           "non-positive interval for NewTicker",
                                           "invalid argument to "};

bool shows(const Machine& machine, const FindingKey& key) {
  return std::ranges::any_of(machine.bugs(),
                             [&](const GoBug& bug) { return finding_of(bug, machine.trace()).key == key; });
}

bool waits_outside(const Machine& machine) {
  return std::ranges::any_of(machine.bugs(), [](const GoBug& bug) {
    return bug.kind == GoBugKind::unexplored && bug.message == real_go::kWaitsOutside;
  });
}

/// Will time matter to somebody, once the step is taken?
bool waits_for_time(const Machine& machine, const Step& step) {
  if (step.timer >= 0) return true;
  const Kind kind = machine.pending(step.routine).kind;
  return kind == Kind::sleep || kind == Kind::timer_start;
}

/// `first`: what it begins with, as far as that is possible.
std::vector<Step> steps_at_random(Machine& machine, Random& random, std::span<const Step> first = {}) {
  std::vector<Step> steps;
  machine.restart();
  while (!machine.over()) {
    stop_point();
    const std::span<const Step> enabled = machine.enabled();
    const bool is_known = steps.size() < first.size() && std::ranges::binary_search(enabled, first[steps.size()]);
    if (!is_known) first = {};
    steps.push_back(is_known ? first[steps.size()] : enabled[random.below(enabled.size())]);
    machine.take(Step(steps.back()));
  }
  return steps;
}

/// The same, as far as time allows: the first of what is left that can happen now.
void take_in_time(Machine& machine, std::vector<Step> left, Random& random) {
  machine.restart();
  while (!machine.over()) {
    stop_point();
    const std::span<const Step> enabled = machine.enabled();
    const auto next = std::ranges::find_if(
        left, [&](const Step& step) { return std::binary_search(enabled.begin(), enabled.end(), step); });
    const Step step = next != left.end() ? *next : enabled[random.below(enabled.size())];
    if (next != left.end()) left.erase(next);
    machine.take(step);
  }
}

int fails_early(Machine& machine, std::span<const Step> steps, const FindingKey& key, std::uint64_t seed) {
  Random random(seed);
  machine.set_timing(Timing::together);
  take_in_time(machine, {steps.begin(), steps.end()}, random);
  if (shows(machine, key)) return 0;
  std::size_t all_steps = 0;
  int runs = 1;
  for (; runs <= kIdleRuns && all_steps < kStepsInAll; ++runs) {
    stop_point();
    all_steps += steps_at_random(machine, random).size();
    if (shows(machine, key)) return 0;
  }
  return runs;
}

std::optional<Shown> without_failure(Machine& machine, std::span<const Step> steps, const FindingKey& key,
                                     std::uint64_t seed) {
  Random random(seed);
  machine.set_timing(Timing::any);
  std::size_t all_steps = 0;
  for (int run = 0; run < kIdleRuns && all_steps < kStepsInAll; ++run) {
    stop_point();
    const std::size_t kept = run % 2 == 0 ? 0 : random.below(steps.size());
    const std::vector<Step> taken = steps_at_random(machine, random, steps.first(kept));
    all_steps += taken.size();
    std::optional<Finding> found;
    bool fails = false;
    for (const GoBug& bug : machine.bugs()) {
      Finding finding = finding_of(bug, machine.trace());
      fails |= gives_up(finding);
      if (finding.key == key) found = std::move(finding);
    }
    if (found && !fails) return Shown{*found, witness_of(machine, taken, &*found)};
  }
  return std::nullopt;
}

/// How the test fails if a timer is early; nothing if no run shows that, or if they are not to be more than that,
/// and a run shows something that is.
std::string early_failure(Machine& machine, std::uint64_t seed, bool alone) {
  Random random(seed);
  std::set<FindingKey> known;
  std::string early;
  std::size_t all_steps = 0;
  for (int run = 0; run < kEarlyRuns && all_steps < kStepsInAll; ++run) {
    stop_point();
    machine.set_timing(Timing::any);
    const std::vector<Step> steps = steps_at_random(machine, random);
    all_steps += steps.size();
    std::vector<Finding> failures, others;
    for (const GoBug& bug : machine.bugs()) {
      Finding finding = finding_of(bug, machine.trace());
      if (gives_up(finding)) {
        failures.push_back(std::move(finding));
      } else if (!finding.remark) {
        others.push_back(std::move(finding));
      }
    }
    // A test that gives up may leave something behind; one that does not is to blame for it.
    const auto is_more = [&](const Finding& other) {
      return failures.empty() || !is_of_test(other) ||
             (known.insert(other.key).second && without_failure(machine, steps, other.key, seed));
    };
    if (alone && std::ranges::any_of(others, is_more)) return {};
    for (const Finding& failure : failures) {
      if (!early.empty() || !known.insert(failure.key).second) continue;
      if (fails_early(machine, steps, failure.key, seed) > 0) early = failure.message;
    }
    if (!early.empty() && !alone) break;
  }
  return early;
}

}  // namespace

bool gives_up(const Finding& finding) {
  if (finding.kind == "test failure") return true;
  constexpr std::string_view kPanicWords = "panic: ";
  if (finding.kind != "panic" || !finding.message.starts_with(kPanicWords)) return false;
  const std::string_view text = std::string_view(finding.message).substr(kPanicWords.size());
  if (std::ranges::any_of(kNotByTest, [&](std::string_view begin) { return text.starts_with(begin); })) return false;
  return text.find("_test.go:", text.rfind(" at ")) != text.npos;
}

bool is_of_test(const Finding& finding) { return finding.message.find("_test.go:") != finding.message.npos; }

FirstExecution first_execution(const GoProgram& program, MachineOptions options, std::uint64_t seed) {
  options.timing = Timing::idle;
  Random random(seed);
  Machine machine(program, options, nullptr);
  machine.restart();
  FirstExecution first;
  std::vector<Step> steps;
  while (!machine.over()) {
    stop_point();
    const std::span<const Step> enabled = machine.enabled();
    const Step step = enabled[random.below(enabled.size())];
    first.timers |= waits_for_time(machine, step);
    steps.push_back(step);
    machine.take(step);
  }
  first.waits_outside = waits_outside(machine);
  first.truncated = machine.ending() == Ending::truncated;
  const UnstoppedScope whole;
  for (const GoBug& bug : machine.bugs()) {
    Finding finding = finding_of(bug, machine.trace());
    if (finding.remark) continue;
    Witness witness = witness_of(machine, steps, &finding);
    first.bugs.push_back({std::move(finding), std::move(witness)});
  }
  return first;
}

TimingChoice choose_timing(const GoProgram& program, const MachineOptions& options, std::uint64_t seed,
                           LooksFor looks_for, const FirstExecution& first) {
  if (first.waits_outside) return {Timing::idle};
  if (looks_for == LooksFor::nothing || !first.timers) return {};
  Machine machine(program, options, nullptr);
  std::string failure = early_failure(machine, seed, looks_for == LooksFor::failures_alone);
  return {failure.empty() ? Timing::any : Timing::idle, std::move(failure)};
}

std::uint32_t choose_max_steps(const GoProgram& program, MachineOptions options, std::uint64_t seed) {
  constexpr std::uint32_t kLong = 1'000'000;
  const std::uint32_t asked = options.max_steps;
  const auto is_cut = [&](std::uint32_t max_steps) {
    options.max_steps = max_steps;
    Machine machine(program, options, nullptr);
    Random random(seed);
    steps_at_random(machine, random);
    return machine.ending() == Ending::truncated;
  };
  return asked < kLong && is_cut(asked) && !is_cut(kLong) ? kLong : asked;
}

int fails_early(const GoProgram& program, const MachineOptions& options, std::span<const std::string> steps,
                const FindingKey& key, std::uint64_t seed) {
  const auto names = std::make_shared<RoutineNames>();
  Machine machine(program, options, names);
  return fails_early(machine, numbered(named_steps_of(steps), *names), key, seed);
}

std::optional<Shown> without_failure(const GoProgram& program, const MachineOptions& options,
                                     std::span<const std::string> steps, const FindingKey& key, std::uint64_t seed) {
  const auto names = std::make_shared<RoutineNames>();
  Machine machine(program, options, names);
  return without_failure(machine, numbered(named_steps_of(steps), *names), key, seed);
}

Finding remark_on_early(const std::string& failure) {
  return make_remark(
      "unsupported",
      fmt::format("the test fails if a timer fires before what could go on has gone on ({}): timers fire "
                  "only when nothing else can happen, unless --timers any is given",
                  failure));
}

}  // namespace graphfuzz::go
