// graphfuzz FILE…
#include <utility>

#include "commands.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "loaded_programs.hpp"
#include "long_runs.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {
namespace {

std::vector<PlannedCampaign> plan(const CommandLine& line, std::vector<BadInput>& bad) {
  std::vector<PlannedCampaign> campaigns;
  load_programs(
      line, bad, [&](const ProgramSource& source, std::unique_ptr<const Target> target, const LoadOptions& load) {
        PlannedCampaign campaign{source.file, program_hash(source.text), std::move(target), line.campaign, {}};
        campaign.run = how_to_run(line, source);
        if (load.elsewhere) {
          campaign.load_here = [source, here = line.load, model = campaign.target->model()]() mutable {
            here.models = {model};
            return std::move(load_targets(source, here).front());
          };
        }
        if (line.expect) {
          campaign.expected =
              expectation_of(source.text, source.file, campaign.target->kind(), campaign.target->model());
        }
        campaigns.push_back(std::move(campaign));
      });
  return campaigns;
}

}  // namespace

int fuzz(const CommandLine& line) {
  check_outputs(line);
  std::vector<BadInput> bad;
  std::vector<PlannedCampaign> campaigns = plan(line, bad);
  const bool single = line.inputs.size() == 1 && campaigns.size() == 1;
  return run_campaigns(line, std::move(campaigns), single, bad);
}

}  // namespace graphfuzz::cli
