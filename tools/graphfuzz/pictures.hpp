// Pictures of executions: a .dot file each, and an .svg: Graphviz's, or, of what is too large for it, is not drawn in
// time, or if it is not installed, a listing in lanes.
#pragma once

#include <string>

#include "file_names.hpp"
#include "graphfuzz/campaign/explanation.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/program/program.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/target/replay.hpp"

namespace graphfuzz::cli {

/// One picture per distinct final state and per bug, of which, unless `whole`, only what leads to it is shown. Into an
/// existing folder. Throws UserError.
void draw(const CampaignResult& result, const std::string& folder, FileNames& names, bool whole);

/// The replayed execution, or the step that is inconsistent, with the cycle. Throws UserError.
void draw(const Replay& replay, const std::string& folder, FileNames& names, bool whole);

/// Any execution, by its story. Throws UserError.
void draw(const Story& story, const std::string& title, const std::string& subtitle, const std::string& name,
          const std::string& folder, FileNames& names);

/// The execution of an explanation, with the cycle if it is inconsistent. Nothing if there is none.
void draw(const OutcomeExplanation& explanation, const Program& program, const std::string& folder, FileNames& names);

/// A recorded execution of a Go program. Throws UserError.
void draw(const go::Trace& trace, const go::TraceAnalysis& analysis, const std::string& folder, FileNames& names);

}  // namespace graphfuzz::cli
