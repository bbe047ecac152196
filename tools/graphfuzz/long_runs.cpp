#include "long_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "interrupts.hpp"
#include "output.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

CampaignResult run_processes(const CommandLine& line, Gathering& all, const Target& target,
                             const CampaignOptions& options) {
  ProcessOptions how;
  how.command = {"/proc/self/exe", "work", "--pipe"};
  if (options.memory > 0) {
    // A share for each worker, and one for what is gathered.
    how.command.push_back("--memory");
    how.command.push_back(std::to_string(std::max<std::uint64_t>(options.memory / (options.workers + 1), 1 << 20)));
  }
  if (options.approximate) how.command.push_back("--approximate");
  const Places& at = all.task().at;
  for (const auto& [option, place] :
       {std::pair("--model", &at.model), std::pair("--program", &at.program), std::pair("--folder", &at.folder)}) {
    if (!place->empty()) how.command.insert(how.command.end(), {option, *place});
  }
  how.timeout_seconds = line.worker_timeout;
  if (!line.checkpoint.empty()) {
    how.checkpoint = [&line](const Gathering& gathering) { gathering.write(line.checkpoint); };
    how.checkpoint_seconds = line.checkpoint_every;
    how.checkpoint(all);
  }
  if (options.on_result) {
    how.checkpoint = [&, write = how.checkpoint](const Gathering& gathering) {
      if (write) write(gathering);
      options.on_result(gathering.result(target, options));
    };
    if (line.checkpoint.empty()) how.checkpoint_seconds = options.result_every;
  }
  return run_in_processes(all, target, options, how, [](const std::string& what) { complain(what); });
}

}  // namespace

Task task_of(const CommandLine& line, const ProgramSource& source, const Target& target, const CampaignOptions& options,
             Settings more) {
  if (is_directed(options.fuzz.strategy)) more.merge(settings_of(line.directed));
  return make_task(source, target, options, more);
}

bool in_processes(const CommandLine& line, const ProgramSource& source) {
  return line.processes || (kind_of(source) == "native" && line.campaign.workers > 1);
}

Run how_to_run(const CommandLine& line, const ProgramSource& source, const Settings& more) {
  // In the process of a native program one execution is run at a time.
  const bool processes = in_processes(line, source);
  if (!processes && line.checkpoint.empty()) {
    return [](const Target& target, const CampaignOptions& options) { return run_campaign(target, options); };
  }
  return [&line, source, more, processes](const Target& target, const CampaignOptions& options) {
    Task task = task_of(line, source, target, options, more);
    if (processes) {
      const Unit whole{std::move(task), options.seed, options.executions, options.seconds, {}, {}};
      WorkOptions how;
      how.parts = options.workers;
      how.memory = options.memory / (options.workers + 1);
      how.approximate = options.approximate;
      Gathering all = whole_work(whole, how);
      return run_processes(line, all, target, options);
    }
    const Checkpoint checkpoint{std::move(task), options.seed, options.workers, options.executions, options.seconds};
    return run_campaign(target, options, checkpoint, {line.checkpoint, line.checkpoint_every});
  };
}

Run how_to_go_on(const CommandLine& line, Checkpoint checkpoint, std::unique_ptr<const SavedCampaign> from) {
  const auto saved = std::make_shared<std::unique_ptr<const SavedCampaign>>(std::move(from));
  return [&line, saved, checkpoint = std::move(checkpoint)](const Target& target, const CampaignOptions& options) {
    return run_campaign(target, options, checkpoint, {line.checkpoint, line.checkpoint_every}, std::move(*saved));
  };
}

Run how_to_go_on(const CommandLine& line, Gathering from) {
  const auto all = std::make_shared<Gathering>(std::move(from));
  return [&line, all](const Target& target, const CampaignOptions& options) {
    return run_processes(line, *all, target, options);
  };
}

}  // namespace graphfuzz::cli
