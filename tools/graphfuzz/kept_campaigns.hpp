// Campaigns that files tell of: checkpoints, units and results.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {

/// Of things that are in no file it cannot be said where they are. `file`: where the task was read. Throws UserError.
void check_places(const Places& at, const Task& task, const std::string& file);

/// All but how it is run. What is wrong with its program or model is the fault of `file`. Throws UserError and Stopped.
PlannedCampaign planned(const CommandLine& line, const Task& task, const std::string& file);

/// Reads a result, whoever wrote it. Throws UserError, store::Error and Stopped.
Gathering read_result(const CommandLine& line, const std::string& file);

/// Half of the memory that there is: the other one is for what is read besides.
CountOptions counts_of(const CommandLine& line);

/// Runs and reports on them, and on what is `bad` (run_campaigns), where the first is about this task.
int run_kept(const CommandLine& given, const Task& task, std::vector<PlannedCampaign> campaigns, bool single = true,
             const std::vector<BadInput>& bad = {});

}  // namespace graphfuzz::cli
