// The campaign of a program of graphfuzz go, and what its executions are spent on when that has come to its end.
#pragma once

#include "go_line.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {

/// With the options that it is to be run with; the time that was needed here is none of the campaign's. `line` must
/// outlive it. Throws Stopped.
PlannedCampaign planned(RealGo program, const GoLine& line);

/// The same, and if it ends without a bug before it has run all executions that were asked for, since there are no
/// more, the rest goes into what it has not looked for, unless the user says otherwise: timers that are early, where
/// the program waits for the network, a pipe or a process (--timers); or other orders of the late steps of long
/// executions, at random; or what data races lead to (--plain sc), for which it may be built once more. Races are
/// remarks then, unless --race asks for them.
PlannedCampaign planned_with_rest(const RealGo& program, const GoLine& line);

}  // namespace graphfuzz::cli
