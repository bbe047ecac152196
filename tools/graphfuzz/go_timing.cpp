#include "go_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "interrupts.hpp"

namespace graphfuzz::cli {
namespace {

using Run = std::function<CampaignResult(const Target&, const CampaignOptions&)>;

constexpr double kLeastPart = 0.5;      // of the time, for the second campaign
constexpr double kPartForEarly = 0.25;  // … and for what is said of a campaign's bugs

/// Where nobody has said when timers fire, and time is in our hand.
bool is_open(const RealGo& program, const GoLine& line) {
  return !line.timers_given && !program.executable.free && !is_directed(line.campaign.fuzz.strategy);
}

/// Where work is in files it is not begun a second time.
go::LooksFor looks_for(const RealGo& program, const GoLine& line) {
  if (!is_open(program, line)) return go::LooksFor::nothing;
  return line.checkpoint.empty() && line.split.empty() ? go::LooksFor::failures_alone : go::LooksFor::failures;
}

constexpr std::string_view kEarlyKinds[] = {"leak", "deadlock", "cyclic deadlock", "panic"};

/// Of what was found, says what was seen only where timers are early.
void tell_early(CampaignResult& result, const RealGo& program, const LoadOptions& load) {
  const auto run = real_go::program_of(program.executable, program.entry);
  for (Bug& bug : result.bugs) {
    if (std::ranges::find(kEarlyKinds, bug.kind) == std::end(kEarlyKinds)) continue;
    if (bug.witness == nullptr || bug.witness->steps.empty()) continue;
    const int idle = go::fails_early(*run, load.machine, bug.witness->steps, bug.key, result.seed);
    if (idle > 0) bug.add(fmt::format("; seen where a timer is early, and not in {} runs with --timers idle", idle));
  }
}

/// How the test fails, if it does so only since timers are early; else nothing.
std::string early_failure(const CampaignResult& result, const RealGo& program, const LoadOptions& load) {
  const auto run = real_go::program_of(program.executable, program.entry);
  for (const Bug& bug : result.bugs) {
    if (!go::gives_up(bug) || bug.witness == nullptr || bug.witness->steps.empty()) continue;
    if (go::fails_early(*run, load.machine, bug.witness->steps, bug.key, result.seed) > 0) return bug.message;
  }
  return {};
}

/// If the search with timers that are never early has shown the same failure, that is a bug, and no remark.
void forget_remark(CampaignResult& result, const std::string& failure) {
  if (std::ranges::none_of(result.bugs, [&](const Bug& bug) { return bug.message == failure; })) return;
  const FindingKey remark = go::remark_on_early(failure).key;
  std::erase_if(result.remarks, [&](const Bug& known) { return known.key == remark; });
}

bool fails(const Target& target, const Bug& bug) {
  return std::ranges::any_of(target.replay(bug.witness->steps).findings,
                             [](const Finding& finding) { return go::gives_up(finding); });
}

/// A bug at a place of a test, as an execution shows it in which the test does not give up, for that may leave
/// something behind; nothing if there seems to be none. Throws Stopped.
std::optional<Bug> without_failure(Bug bug, const Target& target, const RealGo& program, const LoadOptions& load,
                                   std::uint64_t seed) {
  if (bug.witness == nullptr || bug.witness->steps.empty()) return std::nullopt;
  if (!fails(target, bug)) return bug;
  const auto run = real_go::program_of(program.executable, program.entry);
  auto other = go::without_failure(*run, load.machine, bug.witness->steps, bug.key, seed);
  if (!other) return std::nullopt;
  // What else is said of it is of all executions; the minimised one is of the other.
  other->finding.message += bug.added;
  static_cast<Finding&>(bug) = std::move(other->finding);
  bug.minimised.reset();
  bug.witness = std::make_shared<const Witness>(std::move(other->witness));
  return bug;
}

/// Adds what the search with early timers has shown and this one has not. What is not known to be no consequence as
/// there was no time for that is not told.
void add(CampaignResult& result, const CampaignResult& first, const Target& target, const RealGo& program,
         const LoadOptions& load, double seconds) {
  const StopScope scope = until_interrupted(kPartForEarly * seconds);
  for (const Bug& bug : first.bugs) {
    const auto is_same = [&](const Bug& known) { return same_bug(known, bug); };
    if (go::gives_up(bug) || std::ranges::any_of(result.bugs, is_same)) continue;
    std::optional<Bug> told = bug;
    try {
      if (go::is_of_test(bug)) {
        told = until_interrupted([&] { return without_failure(bug, target, program, load, result.seed); });
      }
    } catch (const Stopped&) {
      told.reset();
      result.interrupted |= interrupted();
    }
    if (!told) continue;
    result.bugs.push_back(std::move(*told));
    result.verdict = Verdict::no;
  }
}

/// Unless it takes too long to find something out. Throws Stopped if the user has had enough.
template <class Action>
void try_for(double seconds, Action action) {
  const StopScope scope = until_interrupted(seconds);
  try {
    action();
  } catch (const Stopped&) {
    if (interrupted()) throw;
  }
}

void choose_max_steps(go::MachineOptions& machine, const go::GoProgram& program, const CampaignOptions& options) {
  constexpr double kMostTime = 30, kPart = 0.25;
  try_for(std::min(kMostTime, kPart * options.seconds),
          [&] { machine.max_steps = go::choose_max_steps(program, machine, options.seed); });
}

}  // namespace

LoadInTime load_in_time(const RealGo& program, const GoLine& line) {
  constexpr double kPartForFailures = 0.5;
  LoadInTime result{line.load};
  LoadOptions& load = result.load;
  if (program.executable.free) return result;
  const CampaignOptions& options = line.campaign;
  const auto run = real_go::program_of(program.executable, program.entry);
  std::optional<go::FirstExecution> first;  // none: it takes too long
  const auto look = [&] {
    try_for(options.seconds, [&] { first = go::first_execution(*run, load.machine, options.seed); });
  };
  if (!line.timers_given) look();
  // Executions that wait for what is outside take seconds: no more of them than are needed.
  const bool is_known = first && first->waits_outside && !first->truncated;
  if (!line.given.contains("--max-steps") && !is_known && (first || line.timers_given)) {
    const std::uint32_t asked = load.machine.max_steps;
    choose_max_steps(load.machine, *run, options);
    if (first && first->truncated && load.machine.max_steps != asked) look();
  }
  if (line.timers_given) return result;
  if (!first) {
    load.machine.timing = go::Timing::idle;
    return result;
  }
  go::TimingChoice choice;
  try_for(kPartForFailures * options.seconds,
          [&] { choice = go::choose_timing(*run, load.machine, options.seed, looks_for(program, line), *first); });
  load.machine.timing = choice.timing;
  load.early_failure = choice.early_failure;
  result.bugs = std::move(first->bugs);
  return result;
}

Run run_with(std::vector<go::Shown> bugs, Run run) {
  return [run = std::move(run), bugs = std::move(bugs)](const Target& target, const CampaignOptions& options) {
    CampaignResult result = run(target, options);
    if (!result.bugs.empty() || result.complete || bugs.empty()) return result;
    for (const go::Shown& shown : bugs) {
      Bug bug{shown.finding};
      bug.execution = bug.count = 1;
      bug.witness = std::make_shared<const Witness>(shown.witness);
      result.bugs.push_back(std::move(bug));
    }
    ++result.executions;
    result.verdict = Verdict::no;
    return result;
  };
}

Run run_in_time(Run run, const RealGo& program, const LoadOptions& load, const GoLine& line) {
  // What is in a file is gone on with as it was begun.
  if (!is_open(program, line) || load.machine.timing == go::Timing::idle || !line.checkpoint.empty()) {
    if (load.early_failure.empty()) return run;
    return [run = std::move(run), failure = load.early_failure](const Target& target, const CampaignOptions& options) {
      CampaignResult result = run(target, options);
      forget_remark(result, failure);
      return result;
    };
  }
  return [run = std::move(run), program, load, traces = line.traces](const Target& target,
                                                                     const CampaignOptions& options) {
    CampaignResult first = run(target, options);
    if (first.interrupted) return first;
    LoadOptions in_time = load;
    try {
      // By its message, before more is said there.
      in_time.early_failure = until_interrupted([&] { return early_failure(first, program, load); });
      try_for(kPartForEarly * options.seconds, [&] { tell_early(first, program, load); });
    } catch (const Stopped&) {
      return first;  // as it is
    }
    if (in_time.early_failure.empty()) return first;
    in_time.machine.timing = go::Timing::idle;
    const std::unique_ptr<const Target> again = real_go_target(program, in_time, traces);
    CampaignOptions rest = options;
    rest.seconds = std::max(options.seconds - first.seconds, kLeastPart * options.seconds);
    CampaignResult result = run(*again, rest);
    forget_remark(result, in_time.early_failure);
    add(result, first, target, program, load, options.seconds);
    return result;
  };
}

Run run_early(Run run, const RealGo& program, const LoadOptions& load) {
  return [run = std::move(run), program, load](const Target& target, const CampaignOptions& options) {
    CampaignResult first = run(target, options);
    if (first.bugs.empty()) return first;
    CampaignResult result = first;
    result.bugs.clear();
    result.verdict = Verdict::ok;
    try {
      try_for(kPartForEarly * options.seconds, [&] { tell_early(first, program, load); });
    } catch (const Stopped&) {  // without that
      result.interrupted = true;
    }
    add(result, first, target, program, load, options.seconds);
    return result;
  };
}

}  // namespace graphfuzz::cli
