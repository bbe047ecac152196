// Execution graphs as lines of JSON, for other tools: doc/json.md has the fields. A line that says what they are of, a
// line for each graph, and a line that says whether these are all.
#pragma once

#include <cstdint>
#include <string>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

inline constexpr int kGraphLinesVersion = 1;

/// What the graphs are of. `file` is the program's, `hash` its program_hash.
std::string graphs_begin_line(const Target& target, const std::string& file, std::uint64_t hash,
                              const CampaignOptions& options);
/// One graph, the `number`-th from 1, with the names of the target. O(size).
std::string graph_line(const Target& target, const NewGraph& graph, std::uint64_t number);
/// How many there were, and whether that is all.
std::string graphs_end_line(const CampaignResult& result, std::uint64_t graphs);

}  // namespace graphfuzz
