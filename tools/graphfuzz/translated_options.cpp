// What the options of campaigns mean.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>

#include "campaign_options.hpp"
#include "durations.hpp"
#include "graphfuzz/store/memory_limit.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

std::uint64_t random_seed() {
  std::random_device device;
  return device();  // 32 bits: short enough to type
}

void translate_budget(const CLI::App& app, Raw& raw, CommandLine& line) {
  CampaignOptions& campaign = line.campaign;
  campaign.executions = raw.executions;
  if (!raw.time.empty()) {
    campaign.seconds = *parse_duration(raw.time);
    if (app.count("--executions") == 0) campaign.executions = std::numeric_limits<std::uint64_t>::max();
  }
  if (raw.exhaustive) {
    for (const char* other : {"--strategy", "--schedule", "--feedback", "--mutations"}) {
      if (app.count(other) > 0) throw UserError(fmt::format("--exhaustive and {} exclude each other", other));
    }
    raw.strategy = "exhaustive";
    if (app.count("--executions") == 0) campaign.executions = std::numeric_limits<std::uint64_t>::max();
  }
}

void translate_strategy(const CLI::App& app, const Raw& raw, CommandLine& line) {
  CampaignOptions& campaign = line.campaign;
  campaign.fuzz.strategy = parse_strategy(raw.strategy);
  if (app.count("--depth") > 0 && campaign.fuzz.strategy != StrategyKind::pct) {
    throw UserError("--depth is for --strategy pct");
  }
  if (is_directed(campaign.fuzz.strategy)) {
    line.directed = {.strategy = campaign.fuzz.strategy, .as_published = raw.as_published};
    if (app.count("--timers") > 0 && raw.timers == "any") line.directed.timing = go::Timing::any;
    if (app.count("--clock") > 0) line.directed.filter = go::impossible_of(raw.clock);
    if (app.count("--rel1-weight") > 0) line.directed.rel1_weight = raw.rel1_weight;
    if (app.count("--rel2-weight") > 0) line.directed.rel2_weight = raw.rel2_weight;
    line.load.directed = options_of(line.directed);
    return;
  }
  for (const char* const option : {"--as-published", "--clock", "--rel1-weight", "--rel2-weight"}) {
    if (app.count(option) == 0) continue;
    throw UserError(
        fmt::format("{} is for the fuzzers of Go programs (--strategy gfuzz, gfuzz-hb, gopie, gopie+, "
                    "gopie-hb, flow)",
                    option));
  }
}

}  // namespace

std::uint64_t memory_of(const std::string& text) {
  return text.empty() ? store::memory_limit() / 4 : store::parse_memory_size(text);
}

void translate_common(const CLI::App& app, const Raw& raw, CommandLine& line) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0) line.given.insert(option->get_name());
  }
  line.campaign.memory = memory_of(raw.memory);
  line.colour = wants_colour(raw.colour);
  line.checkpoint_every = *parse_duration(raw.checkpoint_every);
  line.worker_timeout = *parse_duration(raw.worker_timeout);
  int machines = 0;
  for (const std::string& file : {line.json_file, line.html_file, line.curve_file, line.junit_file}) {
    machines += file == "-";
  }
  if (machines > 1) throw UserError("only one of --json, --html, --curve and --junit can go to standard output");
}

void translate_campaign(const CLI::App& app, Raw& raw, CommandLine& line) {
  CampaignOptions& campaign = line.campaign;
  line.load.models.clear();
  for (const std::string& model : raw.models) {
    std::vector<std::string>& models = line.load.models;
    if (std::find(models.begin(), models.end(), model) == models.end()) models.push_back(model);
  }
  line.load.drop_retries = raw.retries == "drop";
  translate_budget(app, raw, line);
  translate_strategy(app, raw, line);
  // A schedule would seldom come to the end of an execution in which nobody has tried in vain.
  line.load.retries = app.count("--retries") > 0 ? !line.load.drop_retries : is_schedule(campaign.fuzz.strategy);
  line.load.machine.timing = raw.timers == "idle" ? go::Timing::idle : go::Timing::any;
  const std::uint64_t go_memory = store::parse_memory_size(raw.go_memory);
  line.load.go_memory = go_memory == 0 ? GoOptions::kMostMemory : std::min(go_memory, GoOptions::kMostMemory);
  if (!raw.hang_after.empty()) line.load.built["hang-after"] = std::to_string(milliseconds(raw.hang_after).count());
  if (!raw.schedule.empty()) campaign.fuzz.schedule = parse_schedule(raw.schedule);
  if (app.count("--corpus-size") > 0) campaign.fuzz.corpus_size = campaign.fuzz.frontier_size = raw.corpus_size;
  campaign.identity = parse_identity(raw.identity);
  const auto has = [&](const char* name) {
    return std::find(raw.feedback.begin(), raw.feedback.end(), name) != raw.feedback.end();
  };
  campaign.fuzz.feedback = {has("new-graph"), has("rare"), has("new-rf"), raw.rare_threshold};
  campaign.seed = app.count("--seed") > 0 ? raw.seed : random_seed();
  translate_common(app, raw, line);
  if (line.inputs.empty() && line.replay.empty()) throw UserError("no FILE given; try --help");
  if (line.replay.empty()) return;
  if (line.inputs.size() > 1) throw UserError("--replay takes one FILE at most");
  for (const char* other : {"--checkpoint", "--processes", "--curve", "--junit", "--expect"}) {
    if (app.count(other) > 0) throw UserError(fmt::format("--replay does not go with {}", other));
  }
}

}  // namespace graphfuzz::cli
