// Which recorded runs are the same execution graph, and what distinguishes two of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "graphfuzz/analysis/go/difference.hpp"
#include "graphfuzz/program/go/trace.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/report/text.hpp"

namespace graphfuzz::go {

/// How many runs there are and how many graphs, then a line for each graph that several runs have: which these are. Of
/// many groups the first `most`, of large groups the first runs.
std::string graph_groups(std::span<const TraceRow> rows, const TextOptions& options = {}, std::size_t most = 20);

/// Where two runs part, for a person: a paragraph each, with a line for what either run did. Of very many the first
/// `most`.
std::string difference_block(const Trace& a, const Trace& b, const Difference& difference,
                             const TextOptions& options = {}, std::size_t most = 20);

/// One object: a, b (paths), same, common, only_a, only_b (numbers of events), differences [{kind ("choice", "partner",
/// "order", "missing"), routine_a, routine_b (ids, or null), since (position of the last thing done in both, or null),
/// a, b}], where a and b are null (nothing more was done), or {op, position, happened, chosen, ok, partner, after}; a
/// partner is null or {op, position, routine}; so is `after`, the last change of the object before it.
std::string to_json(const Trace& a, const Trace& b, const Difference& difference);

}  // namespace graphfuzz::go
