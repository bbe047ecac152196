// Results as text for a terminal: herd7's block for one test, a table for several, listings of executions.
#pragma once

#include <span>
#include <string>

#include "graphfuzz/campaign/replay.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

struct TextOptions {
  bool colour = false;   ///< ANSI colours for verdicts and bugs
  bool verbose = false;  ///< all states, not only the first 100
};

/// herd7's result block, then how the campaign went, then its bugs, each with a listing of its execution.
/// `replay_files[i]` is where the replay file of bug i is, empty or missing if there is none.
std::string result_block(const CampaignResult& result, const Program& program,
                         std::span<const std::string> replay_files = {}, const TextOptions& options = {});

/// One aligned line per result, below a header.
std::string result_table(std::span<const CampaignResult> results, const TextOptions& options = {});

/// One line per bug, without the listing: what goes below a table.
std::string bug_lines(const CampaignResult& result, std::span<const std::string> replay_files = {},
                      const TextOptions& options = {});

/// The events in the order in which they were added, which extends porf: one a line, a column per thread, with what
/// each read reads from. Every line is indented by `indent` blanks.
std::string event_listing(const ExecutionGraph& graph, const Program& program, unsigned indent = 2);

/// What became of a replay of `steps` steps; if a step is inconsistent, the axiom and the cycle that forbid it.
std::string replay_block(const Replay& replay, std::size_t steps, const Program& program, const std::string& model,
                         const TextOptions& options = {});

}  // namespace graphfuzz
