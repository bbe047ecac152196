#include "long_runs.hpp"

#include <memory>
#include <utility>

#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

CampaignResult run_processes(const CommandLine& line, Gathering& all, const Target& target,
                             const CampaignOptions& options) {
  ProcessOptions how;
  how.command = {"/proc/self/exe", "work", "--pipe"};
  how.timeout_seconds = line.worker_timeout;
  if (!line.checkpoint.empty()) {
    how.checkpoint = [&line](const Gathering& gathering) { store::write_file(line.checkpoint, gathering.to_bytes()); };
    how.checkpoint_seconds = line.checkpoint_every;
    how.checkpoint(all);
  }
  return run_in_processes(all, target, options, how, [](const std::string& what) { complain(what); });
}

}  // namespace

Task task_of(const CommandLine& line, const ProgramSource& source, const Target& target,
             const CampaignOptions& options) {
  return make_task(source, target, options,
                   is_directed(options.fuzz.strategy) ? settings_of(line.directed) : Settings{});
}

Run how_to_run(const CommandLine& line, const ProgramSource& source) {
  if (!line.processes && line.checkpoint.empty()) {
    return [](const Target& target, const CampaignOptions& options) { return run_campaign(target, options); };
  }
  return [&line, source](const Target& target, const CampaignOptions& options) {
    Task task = task_of(line, source, target, options);
    if (line.processes) {
      const Unit whole{std::move(task), options.seed, options.executions, options.seconds, {}, {}};
      Gathering all = whole_work(whole, options.workers);
      return run_processes(line, all, target, options);
    }
    Checkpoint from{std::move(task), options.seed, options.workers, options.executions, options.seconds, {}};
    return run_campaign(target, options, std::move(from), {line.checkpoint, line.checkpoint_every});
  };
}

Run how_to_go_on(const CommandLine& line, Checkpoint from) {
  return [&line, from = std::move(from)](const Target& target, const CampaignOptions& options) {
    return run_campaign(target, options, from, {line.checkpoint, line.checkpoint_every});
  };
}

Run how_to_go_on(const CommandLine& line, Gathering from) {
  const auto all = std::make_shared<Gathering>(std::move(from));
  return [&line, all](const Target& target, const CampaignOptions& options) {
    return run_processes(line, *all, target, options);
  };
}

}  // namespace graphfuzz::cli
