#include "kept_campaigns.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/store/sealed_file.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "interrupts.hpp"

namespace graphfuzz::cli {
namespace {

constexpr std::size_t kLargestResult = std::size_t{16} << 30;

/// What is wrong with the program or its model is the file's fault.
std::unique_ptr<const Target> target_of(const Task& task, const std::string& file) {
  try {
    return until_interrupted([&] { return load_target(task); });
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", file, e.what()));
  } catch (const WorkError& e) {
    throw UserError(fmt::format("{}: {}", file, e.what()));
  }
}

}  // namespace

void check_places(const Places& at, const Task& task, const std::string& file) {
  if (!at.model.empty() && task.model_hash.empty())
    throw UserError(fmt::format("--model: the memory model of {} is not in a file", file));
  const bool go = is_real_go(task.program);
  if (!at.program.empty() && !go && kind_of(task.program) != "native")
    throw UserError(fmt::format("--program: {} is not about an executable", file));
  if (!at.folder.empty() && !go) throw UserError(fmt::format("--folder: {} is not about a Go package", file));
}

PlannedCampaign planned(const CommandLine& line, const Task& task, const std::string& file) {
  CampaignOptions options = task.options;
  options.memory = line.campaign.memory;
  options.approximate = line.campaign.approximate;
  return {task.program.file, program_hash(task.program.text), target_of(task, file), options, {}};
}

CountOptions counts_of(const CommandLine& line) {
  return {.memory = line.campaign.memory / 2, .approximate = line.campaign.approximate};
}

Gathering read_result(const CommandLine& line, const std::string& file) {
  const StopScope scope = until_interrupted();
  const store::MappedFile bytes(file, kLargestResult);
  return Gathering::read(bytes.bytes(), file, counts_of(line));
}

int run_kept(const CommandLine& given, const Task& task, std::vector<PlannedCampaign> campaigns, bool single,
             const std::vector<BadInput>& bad) {
  CommandLine line = given;
  // As by graphfuzz go: nothing is written into the user's module.
  if (is_real_go(task.program) && !line.given.contains("--replay-dir")) {
    line.replay_dir = real_go::default_replays().string();
  }
  return run_campaigns(line, std::move(campaigns), single, bad);
}

}  // namespace graphfuzz::cli
