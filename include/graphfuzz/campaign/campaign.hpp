// A campaign: one program, one model, many executions, one or several workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/options.hpp"

namespace graphfuzz {

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t graphs = 0;
  bool bug_found = false;
  double seconds = 0;
  double estimate = 0;  ///< of the number of graphs there are; 0 if unknown
  double covered = 0;   ///< how much of the tree of executions is done; 0 if unknown
};

struct CampaignOptions {
  std::string model = "rc11";
  FuzzOptions fuzz;
  Identity identity = Identity::graph;  ///< what the feedback and the curve count as one
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t executions = 10'000;                         ///< stop after this many …
  double seconds = std::numeric_limits<double>::infinity();  ///< … or after this time, whichever comes first
  bool stop_on_bug = false;
  std::size_t keep_states = 100'000;  ///< states beyond this number, per worker, are counted but not listed …
  std::size_t keep_examples = 256;    ///< … and those beyond this one have no example graph
  /// Set by somebody else to stop early; results so far are returned. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Called a few times per second from one of the workers. May be empty.
  std::function<void(const Progress&)> progress;
};

/// Runs the campaign. With one worker the result depends on the program, the options and the seed alone (and not on
/// the clock, if no time limit is set). Throws std::invalid_argument for an unknown model.
CampaignResult run_campaign(const Program& program, const CampaignOptions& options);

/// The names of strategies and identities as users write them. The parsers throw std::invalid_argument.
std::string_view name(StrategyKind strategy);
std::string_view name(Schedule schedule);
std::string_view name(Identity identity);
StrategyKind parse_strategy(std::string_view text);
Schedule parse_schedule(std::string_view text);
Identity parse_identity(std::string_view text);

}  // namespace graphfuzz
