// Reports about recorded executions of Go programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/program/go/trace.hpp"
#include "graphfuzz/report/text.hpp"

namespace graphfuzz::go {

/// What is left of a trace for a table of many, when it is forgotten.
struct TraceRow {
  std::string path;
  std::string dialect;
  std::size_t routines = 0, events = 0;
  std::size_t actual = 0, predicted = 0, leaks = 0;  ///< findings; of the first two bugs alone
  std::uint64_t rel1 = 0, rel2 = 0;
  double score_gfuzz = 0, score_gfuzz_hb = 0, score_gopie = 0;
  Fingerprint graph = {};
};
TraceRow row_of(const Trace& trace, const TraceAnalysis& analysis);

/// What the trace is, its selects with their partners, relations and scores, why it is interesting, and the findings,
/// on some lines.
std::string trace_block(const Trace& trace, const TraceAnalysis& analysis, const TextOptions& options = {});
/// One line per trace.
std::string trace_table(std::span<const TraceRow> rows, const TextOptions& options = {});

/// One object: path, dialect, outcome, graph (its fingerprint as 32 hexadecimal digits), routines, events,
/// pairs [{send, receive, count}], channels [{id, position, capacity, max_fullness, closed}], selects [{position,
/// routine, cases, default, chosen, partners}], rel1, rel2, score_gfuzz, score_gfuzz_hb, score_gopie, interesting
/// [text], actual and predicted [{code, kind, bug, count, positions}], leaks [{code, kind, op, position, routine,
/// partner}], codes, complete. Positions are "file#line"; `chosen` is -1 for the default and null for a select that
/// never finished; `partners` are the cases that have one.
std::string to_json(const Trace& trace, const TraceAnalysis& analysis);

/// A picture with a column per goroutine; leaks are red, what findings are about is orange. Of a trace that is too long
/// the first `most` events and all that findings are about.
std::string to_dot(const Trace& trace, const TraceAnalysis& analysis, std::size_t most = 400);
/// All of it, in lanes (svg.hpp).
std::string to_svg(const Trace& trace, const TraceAnalysis& analysis);

}  // namespace graphfuzz::go
