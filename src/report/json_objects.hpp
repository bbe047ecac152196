// Results as JSON values, for who puts them into something larger. What is in them: graphfuzz/report/json.hpp,
// models.hpp and go_trace.hpp.
#pragma once

#include <span>
#include <string>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/campaign/compare.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/target/replay.hpp"
#include "report/json_text.hpp"

namespace graphfuzz {

Json json_of(const CampaignResult& result, std::span<const std::string> replay_files);
Json json_of(const Replay& replay, const std::string& replay_file);
Json json_of(const Comparison& comparison);

}  // namespace graphfuzz

namespace graphfuzz::go {

Json json_of(const Trace& trace, const TraceAnalysis& analysis);

}  // namespace graphfuzz::go
