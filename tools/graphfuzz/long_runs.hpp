// How campaigns are run: in this process or in several, kept in a file or not.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "command_line.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"

namespace graphfuzz::cli {

using Run = std::function<CampaignResult(const Target&, const CampaignOptions&)>;

/// Are the workers to be processes?
bool in_processes(const CommandLine& line, const ProgramSource& source);

/// The task that the command line is about. `more`: settings besides those of the target.
Task task_of(const CommandLine& line, const ProgramSource& source, const Target& target, const CampaignOptions& options,
             Settings more);
/// A campaign from its beginning. `more`: settings of its task besides those of the target. `line` must outlive it.
Run how_to_run(const CommandLine& line, const ProgramSource& source, const Settings& more = {});
/// One that goes on from what was saved, in this process, and is to be run once. `line` must outlive it.
Run how_to_go_on(const CommandLine& line, Checkpoint checkpoint, std::unique_ptr<const SavedCampaign> from);
/// One that goes on from what was gathered, in several processes.
Run how_to_go_on(const CommandLine& line, Gathering from);

}  // namespace graphfuzz::cli
