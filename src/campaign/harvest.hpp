// Harvest: what a campaign, or a part of one, has found. Harvests of parts are put together in any order, written and
// read. How often each graph was seen is apart, in GraphCounts, which workers share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/bugs.hpp"
#include "campaign/states.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/count_summary.hpp"
#include "graphfuzz/fuzz/pairs.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"

namespace graphfuzz {

struct Harvest {
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t truncated = 0;
  std::uint64_t counted = 0;  ///< executions that make graphs which count
  TakenBack taken_back;
  std::uint64_t graphs = 0;  ///< new ones, each counted by the part that found it; see GraphCounts where parts overlap
  StateCollector states;
  BugCollector bugs;
  std::vector<Finding> remarks;  ///< on the program itself (Target::remarks), each once
  std::optional<Pairs> pairs{};
  std::optional<Guidance> guidance{};
  TreeSize size{};
  double covered = 0;             ///< of the tree of executions
  std::uint64_t nanoseconds = 0;  ///< of all workers together where they worked apart
  /// Was anything ever given up, so that what is left does not come to nothing when everybody is done? The reason.
  std::string lost{};

  void add(const Harvest& other);
  void add(std::span<const Finding> of_target);
  void save(store::Writer& out) const;
  /// Throws store::DocumentError.
  static Harvest load(const store::Value& saved);
};

/// The report on it. `complete`: nothing is left of the tree of executions. `curve` is as CampaignResult has it.
CampaignResult result_of(const Target& target, const CampaignOptions& options, const Harvest& harvest,
                         const CountSummary& counts, bool complete);

}  // namespace graphfuzz
