// The story of a run of a Go program.
#pragma once

#include <string>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// "c0": a name for an object in stories, short and the same in all stories of one trace.
std::string object_name(const Trace& trace, Object object);
/// What an event does: "send c0", "select: receive c1 (case 1 of 3)", "wg add w0 -1".
std::string describe(const Trace& trace, const TraceEvent& event);

/// Rows are the events by time, arrows po, asw (go statements), rf (a send and its receive) and "closed" (a close and a
/// receive that found the channel closed). Below it the objects, with where they were made.
Story tell(const Trace& trace);
/// With what the analysis found: leaks are alarming; what other bugs are about is suspicious; arrows without direction,
/// with the finding's code, between the events of a prediction.
Story tell(const Trace& trace, const TraceAnalysis& analysis);
/// The same, looking for the findings first.
Story tell_with_findings(const Trace& trace);

}  // namespace graphfuzz::go
