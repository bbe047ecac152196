// Campaigns whose workers are processes: one that crashes or hangs costs the unit that it works on, and no more.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz {

struct ProcessOptions {
  /// What a worker is started with: {"graphfuzz", "work", "--pipe"}, or whatever else calls serve_units.
  std::vector<std::string> command;
  double unit_seconds = 1;      ///< how long a worker works on a unit before it tells what it has found
  double timeout_seconds = 60;  ///< how much longer it may take before it is taken for hanging
  /// Called now and then, and at the end, with what has been gathered; units that are being worked on are among those
  /// left over. May be empty.
  std::function<void(const Gathering&)> checkpoint{};
  double checkpoint_seconds = 30;
};

/// Works on what is left over in `all` until nothing is, `options.executions` are run in all, time is up, or somebody
/// says stop. A unit whose worker ends or hangs is given to another one; if that ends or hangs as well, it is lost,
/// which `warn` is told and the report says, and the rest goes on. Of `options` those that the task does not say count.
/// Throws WorkError if workers end before they have done anything, or one says that a unit cannot be worked on, and
/// std::system_error if none can be started.
CampaignResult run_in_processes(Gathering& all, const Target& target, const CampaignOptions& options,
                                const ProcessOptions& processes, const std::function<void(const std::string&)>& warn);

/// What a worker process does: reads units from one descriptor and writes what came of them to the other, until the
/// former ends. Throws std::system_error if it cannot.
void serve_units(int in, int out, const WorkOptions& options);

}  // namespace graphfuzz
