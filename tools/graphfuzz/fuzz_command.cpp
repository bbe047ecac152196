// graphfuzz FILE…
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "commands.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "long_runs.hpp"
#include "output.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {
namespace {

// -t is also the time to read a file in, but for what is so short that a busy machine may need it anyway.
constexpr double kLeastToRead = 2;

std::vector<PlannedCampaign> plan(const CommandLine& line, std::vector<BadInput>& bad) {
  const double seconds = std::max(line.campaign.seconds, kLeastToRead);
  std::vector<PlannedCampaign> campaigns;
  bool noted = !line.given.contains("--model");
  for (const ProgramSource& source : load_sources(line.inputs, bad)) {
    const auto refuse = [&](const std::string& message, int code = kUsageError) {
      complain(message);
      bad.push_back({source.file, message, code});
    };
    if (!noted && kind_of(source) == "go") {
      complain("note: --model is for litmus tests; Go programs run under Go's own memory model");
      noted = true;
    }
    try {
      const StopScope scope = until_interrupted(seconds);
      LoadOptions load = line.load;
      load.elsewhere = in_processes(line, source);
      for (std::unique_ptr<const Target>& target : load_targets(source, load)) {
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
      }
    } catch (const Stopped&) {
      if (interrupted()) throw;
      refuse(fmt::format("{}: could not be read within {:g} s (-t)", source.file, seconds), kNothingDecided);
    } catch (const std::invalid_argument& e) {  // a model that was in order when the options were checked
      const std::string_view what = e.what();
      refuse(what.starts_with(source.file) ? std::string(what) : fmt::format("{}: {}", source.file, what));
    } catch (const std::runtime_error& e) {
      refuse(e.what());
    }
  }
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
