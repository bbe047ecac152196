// How campaigns are run: in this process or in several, kept in a file or not.
#pragma once

#include <functional>
#include <memory>

#include "command_line.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"

namespace graphfuzz::cli {

using Run = std::function<CampaignResult(const Target&, const CampaignOptions&)>;

/// Are the workers to be processes?
bool in_processes(const CommandLine& line, const ProgramSource& source);

/// A campaign from its beginning.
Run how_to_run(const CommandLine& line, const ProgramSource& source);
/// One that goes on from what was saved, in this process, and is to be run once. `line` must outlive it.
Run how_to_go_on(const CommandLine& line, Checkpoint checkpoint, std::unique_ptr<const SavedCampaign> from);
/// One that goes on from what was gathered, in several processes.
Run how_to_go_on(const CommandLine& line, Gathering from);

/// The task that the command line is about.
Task task_of(const CommandLine& line, const ProgramSource& source, const Target& target,
             const CampaignOptions& options);

}  // namespace graphfuzz::cli
