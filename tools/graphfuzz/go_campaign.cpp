#include "go_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "go_timing.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/target/racing_places.hpp"
#include "interrupts.hpp"
#include "long_runs.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

// Of the time for a test, at most this part is for the places where it races.
constexpr double kPartForPlaces = 0.5;

/// Where goroutines are to stop before plain accesses, too. Throws Stopped.
std::vector<std::string> points_of(const real_go::Executable& executable, const real_go::Entry& entry,
                                   const go::MachineOptions& machine, const GoLine& line) {
  if (line.load.plain == "sc-all") return {real_go::kEverywhere};
  if (line.load.plain != "sc") return {};
  const auto program_with = [&](const std::vector<std::string>& points) {
    real_go::Entry with = entry;
    with.points = points;
    return real_go::program_of(executable, with);
  };
  const StopScope scope = until_interrupted(kPartForPlaces * line.campaign.seconds);
  go::RacingPlaces found = go::racing_places(program_with, machine, line.campaign.seed);
  if (interrupted()) throw Stopped();
  if (found.cut) {
    complain(fmt::format("note: {}: where it races was looked for in half of the time (-t): there may be more places",
                         entry.test.empty() ? executable.package : executable.package + '.' + entry.test));
  }
  return found.lines;
}

/// What a campaign has not looked for, in the order in which the rest of its executions goes into that.
enum class Rest : std::uint8_t { early_timers, late_orders, plain_accesses, nothing };

/// Is there anything left of what was asked for, as there was nothing more to run?
bool has_rest(const GoLine& line, const CampaignResult& result) {
  const CampaignOptions& asked = line.campaign;
  return line.checkpoint.empty() && asked.fuzz.strategy != StrategyKind::exhaustive && !result.interrupted &&
         result.bugs.empty() && result.executions < asked.executions &&
         result.seconds_before + result.seconds < asked.seconds;
}

/// Is there anybody whose plain accesses could come between those of others?
bool is_concurrent(const RealGo& program, const GoLine& line, const CampaignResult& result) {
  if (result.graphs > 1) return true;
  const std::size_t alone = program.executable.is_test ? 2 : 1;
  const auto run = real_go::program_of(program.executable, program.entry);
  return go::goroutines(*run, line.load.machine, result.seed) > alone;
}

/// `settings`: of the campaign's target. Throws Stopped.
Rest rest_of(const Settings& settings, const RealGo& program, const GoLine& line, const CampaignResult& result) {
  if (program.executable.free || !has_rest(line, result)) return Rest::nothing;
  if (!line.timers_given && settings.at("timers") == "idle" && !settings.contains("early-failure")) {
    return Rest::early_timers;
  }
  const auto is_long = [](const Bug& remark) { return remark.message.starts_with(go::kLongExecutions); };
  if (std::ranges::any_of(result.remarks, is_long)) return Rest::late_orders;
  const bool is_open = line.load.plain == "watch" && !line.given.contains("--plain");
  return is_open && result.complete && is_concurrent(program, line, result) ? Rest::plain_accesses : Rest::nothing;
}

/// The same program, so that its plain accesses can be seen; nothing if it cannot be had.
std::optional<real_go::Executable> with_races(const real_go::Executable& executable, const GoLine& line) {
  if (executable.races) return executable;
  if (line.built) return std::nullopt;
  real_go::BuildOptions build = line.build;
  build.races = true;
  try {
    const std::vector<std::string> patterns = real_go::patterns_of(executable);
    if (!executable.is_test) return real_go::build_main(patterns, build);
    const std::vector<real_go::Executable> built = real_go::build_tests(patterns, build);
    return built.size() == 1 ? std::optional(built.front()) : std::nullopt;
  } catch (const real_go::BuildError&) {
    return std::nullopt;
  }
}

/// What was asked for, without what was done.
std::shared_ptr<GoLine> line_of_rest(const GoLine& line, const Settings& settings, const CampaignResult& result) {
  auto rest = std::make_shared<GoLine>(line);
  rest->given.insert("--max-steps");
  rest->load.machine.max_steps = static_cast<std::uint32_t>(std::stoul(settings.at("max-steps")));
  rest->campaign.executions -= result.executions;
  rest->campaign.seconds -= result.seconds_before + result.seconds;
  return rest;
}

/// Nobody has asked for races themselves: they are told, but are no bugs.
void make_races_remarks(CampaignResult& result) {
  for (Bug& bug : result.bugs) {
    if (bug.kind != "race") continue;
    bug.remark = true;
    bug.add("; a bug with -race");
    result.remarks.push_back(std::move(bug));
    bug.kind.clear();
  }
  std::erase_if(result.bugs, [](const Bug& bug) { return bug.kind.empty(); });
  if (!result.bugs.empty()) return;
  result.verdict = Verdict::ok;
  result.positive += std::exchange(result.negative, 0);
}

/// It has the line, which it needs.
std::unique_ptr<PlannedCampaign> planned_rest(const RealGo& program, const std::shared_ptr<const GoLine>& rest) {
  auto campaign = std::make_unique<PlannedCampaign>(planned(program, *rest));
  campaign->run = [rest, run = std::move(campaign->run)](const Target& target, const CampaignOptions& options) {
    return run(target, options);
  };
  return campaign;
}

std::unique_ptr<PlannedCampaign> with_early_timers(const RealGo& program, const std::shared_ptr<GoLine>& rest) {
  rest->load.machine.timing = go::Timing::any;
  rest->timers_given = true;
  auto campaign = planned_rest(program, rest);
  campaign->run = run_early(std::move(campaign->run), program, rest->load);
  return campaign;
}

/// At random.
std::unique_ptr<PlannedCampaign> with_late_orders(const RealGo& program, const std::shared_ptr<GoLine>& rest) {
  rest->campaign.fuzz.strategy = StrategyKind::random;
  return planned_rest(program, rest);
}

/// Nothing if nothing races. `without`: so many executions there are without plain accesses.
std::unique_ptr<PlannedCampaign> with_plain_accesses(RealGo program, const std::shared_ptr<GoLine>& rest,
                                                     std::uint64_t without) {
  std::optional<real_go::Executable> executable = with_races(program.executable, *rest);
  if (!executable) return nullptr;
  program.executable = std::move(*executable);
  rest->load.plain = "sc";
  const bool wants_races = rest->build.races;
  if (!wants_races) rest->campaign.stop_on_bug = false;  // for it would stop at the race, which is none
  auto campaign = planned_rest(program, rest);
  if (!campaign->target->settings().contains("points")) return nullptr;
  campaign->run = [run = std::move(campaign->run), wants_races, without](const Target& target,
                                                                         const CampaignOptions& options) {
    CampaignResult result = run(target, options);
    if (!wants_races) make_races_remarks(result);
    for (Bug& bug : result.bugs) {
      bug.add(without == 1 ? "; seen with --plain sc, not in the only execution without"
                           : fmt::format("; seen with --plain sc, in none of all {} executions without", without));
    }
    return result;
  };
  return campaign;
}

}  // namespace

PlannedCampaign planned(RealGo program, const GoLine& line) {
  const auto start = std::chrono::steady_clock::now();
  const real_go::Executable& executable = program.executable;
  LoadInTime in_time = load_in_time(program, line);
  const LoadOptions& load = in_time.load;
  if (!executable.free) program.entry.points = points_of(executable, program.entry, load.machine, line);
  const ProgramSource source = source_of(executable);
  PlannedCampaign campaign{
      executable.folder, program_hash(source.text), real_go_target(program, load, line.traces), line.campaign, {}};
  const double before = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  campaign.options.seconds -= before;
  campaign.suite = executable.package;
  if (!program.entry.points.empty()) in_time.bugs.clear();  // that execution has stopped less often
  campaign.run = run_with(std::move(in_time.bugs),
                          run_in_time(how_to_run(line, source, whereabouts(executable)), program, load, line));
  campaign.run = [run = std::move(campaign.run), before](const Target& target, const CampaignOptions& options) {
    CampaignResult result = run(target, options);
    result.seconds_before = before;
    return result;
  };
  return campaign;
}

PlannedCampaign planned_with_rest(const RealGo& program, const GoLine& line) {
  PlannedCampaign campaign = planned(program, line);
  campaign.further = [program, &line, settings = campaign.target->settings()](
                         const CampaignResult& before) -> std::unique_ptr<PlannedCampaign> {
    switch (rest_of(settings, program, line, before)) {
      case Rest::early_timers:
        return with_early_timers(program, line_of_rest(line, settings, before));
      case Rest::late_orders:
        return with_late_orders(program, line_of_rest(line, settings, before));
      case Rest::plain_accesses:
        return with_plain_accesses(program, line_of_rest(line, settings, before), before.executions);
      case Rest::nothing:
        break;
    }
    return nullptr;
  };
  return campaign;
}

}  // namespace graphfuzz::cli
