// A campaign: one target, many executions, one or several workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t graphs = 0;
  bool bug_found = false;
  double seconds = 0;
  double estimate = 0;  ///< of the number of graphs there are; 0 if unknown
  double covered = 0;   ///< how much of the tree of executions is done; 0 if unknown
};

/// A new graph, as CampaignOptions::on_graph is told of it.
struct NewGraph {
  const ExecutionGraph& graph;
  const std::string& outcome;  ///< its final state
  bool satisfies;              ///< does the condition's proposition hold?
};

struct CampaignOptions {
  FuzzOptions fuzz;
  Identity identity = Identity::graph;  ///< what the feedback and the curve count as one
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t executions = 10'000;                         ///< stop after this many …
  double seconds = std::numeric_limits<double>::infinity();  ///< … or after this time, whichever comes first
  bool stop_on_bug = false;
  std::size_t keep_states = 100'000;  ///< states beyond this number, per worker, are counted but not listed …
  std::size_t keep_examples = 256;    ///< … and those beyond this one have no example, nor
                                      ///< do those that follow on examples of 100,000 events in all
  /// Set by somebody else to stop early; results so far are returned. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Called a few times per second from one of the workers. May be empty.
  std::function<void(const Progress&)> progress{};
  /// Called by whichever worker has found the graph, one at a time; again for the same ones if the campaign has to
  /// begin anew (Target::instead). May be empty.
  std::function<void(const NewGraph&)> on_graph{};
};

/// Runs the campaign. With one worker the result depends on the target, the options and the seed alone (and not on
/// the clock, if no time limit is set). Throws std::invalid_argument for options that make no sense for the target.
CampaignResult run_campaign(const Target& target, const CampaignOptions& options);

}  // namespace graphfuzz
