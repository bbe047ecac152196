// When timers fire in the executions of graphfuzz go, if the user does not say.
#pragma once

#include <functional>
#include <vector>

#include "go_line.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "graphfuzz/target/timing_choice.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {

struct LoadInTime {
  LoadOptions load;
  std::vector<go::Shown> bugs{};  ///< of the execution that was made to find that out
};

/// What `line` asks to be loaded, with the timing that is right for the program (go::choose_timing), as far as that is
/// known within the time for it (-t). Throws Stopped.
LoadInTime load_in_time(const RealGo& program, const GoLine& line);

/// Runs campaigns, and if one of them has no bug, those are its that the execution before it has shown.
std::function<CampaignResult(const Target&, const CampaignOptions&)> run_with(
    std::vector<go::Shown> bugs, std::function<CampaignResult(const Target&, const CampaignOptions&)> run);

/// Runs campaigns of the program, which was loaded so. One that comes upon a test failure that shows only if a timer is
/// early (go::fails_early) is run once more with timers that fire when nothing else can happen, for half of the time at
/// least; what else was found is added, but bugs of the test's own files in executions in which it has failed. Of other
/// bugs it is told if they show only then.
std::function<CampaignResult(const Target&, const CampaignOptions&)> run_in_time(
    std::function<CampaignResult(const Target&, const CampaignOptions&)> run, const RealGo& program,
    const LoadOptions& load, const GoLine& line);

/// Runs campaigns of the program with timers that may be early, where it is known to do nothing wrong with others: bugs
/// are what a test does not fail by alone, as above, and are told to be seen only so.
std::function<CampaignResult(const Target&, const CampaignOptions&)> run_early(
    std::function<CampaignResult(const Target&, const CampaignOptions&)> run, const RealGo& program,
    const LoadOptions& load);

}  // namespace graphfuzz::cli
