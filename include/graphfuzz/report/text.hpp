// Results as text for a terminal: a block for one test, a table for several, listings of executions.
#pragma once

#include <span>
#include <string>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/target/replay.hpp"

namespace graphfuzz {

struct TextOptions {
  bool colour = false;   ///< ANSI colours for verdicts and bugs
  bool verbose = false;  ///< all states, not only the first ones
  bool whole = false;    ///< executions with bugs as a whole, not only what the bugs came of
};

/// The outcomes (herd7's result block; of programs that are not litmus tests a list of outcomes), then how the campaign
/// went, then its bugs, each with a listing of its execution. `replay_files[i]` is where the replay file of bug i is,
/// empty or missing if there is none.
std::string result_block(const CampaignResult& result, std::span<const std::string> replay_files = {},
                         const TextOptions& options = {});

/// One aligned line per result, below a header.
std::string result_table(std::span<const CampaignResult> results, const TextOptions& options = {});

/// One line per bug, without the listing: what goes below a table.
std::string bug_lines(const CampaignResult& result, std::span<const std::string> replay_files = {},
                      const TextOptions& options = {});

/// The rows, one a line, a column per lane, each with its source line and its remark. Every line is indented by
/// `indent` blanks. Of very long stories only the last `most` rows.
std::string listing(const Story& story, unsigned indent = 2, std::size_t most = 200);

/// What became of a replay; if a step is inconsistent, the axiom and the cycle that forbid it.
std::string replay_block(const Replay& replay, const TextOptions& options = {});

}  // namespace graphfuzz
