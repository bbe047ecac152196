// Seeking: one execution that shows what somebody is after, and the proof that there is none.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

struct SeekOptions {
  FuzzOptions fuzz{};
  std::uint64_t seed = 1;
  std::uint64_t executions = 10'000;
  /// It ends after so many executions that were given up at a bound: each takes long, and there are many.
  std::uint64_t truncated = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t memory = 0;     ///< CampaignOptions::memory
  std::size_t keep_states = 0;  ///< so many final states that are not what is sought are kept, to be told
};

/// What is sought: an execution with a finding, or a new graph. The other one may be empty.
struct Sought {
  std::function<bool(const Finding&)> finding{};
  std::function<bool(Search&)> graph{};  ///< what there is to know of the graph, the search tells
};

/// What came of it.
struct Sighting {
  std::optional<Witness> witness{};  ///< of the first execution that shows it
  std::optional<Finding> finding{};  ///< … if it was a finding
  std::string state{};               ///< … else the final state
  std::set<std::string> others{};    ///< some final states of other executions: keep_states at most
  bool more_others = false;          ///< … and there were more than these
  std::uint64_t executions = 0;      ///< that were run
  std::uint64_t truncated = 0;       ///< … and given up at a bound
  bool all = false;  ///< every execution there is was visited, and none given up: what was not seen is not there
  std::unique_ptr<const Target> target{};  ///< whose witness it is, if not the one that was given

  bool seen() const { return witness.has_value(); }
};

/// One worker; the same for the same seed. Begins anew where run_campaign does. Throws Stopped, and what searches
/// throw.
Sighting seek(const Target& target, const Sought& sought, const SeekOptions& options);

}  // namespace graphfuzz
