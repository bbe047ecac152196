// Results on Go programs as text.
#pragma once

#include <span>
#include <string>

#include "graphfuzz/campaign/go_replay.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/program/go/trace.hpp"
#include "graphfuzz/report/text.hpp"

namespace graphfuzz::go {

/// The outcomes, how the campaign went, and its bugs, each with a listing of its execution.
/// `replay_files[i]` is where the replay file of bug i is, empty or missing if there is none.
std::string result_block(const CampaignResult& result, std::span<const std::string> replay_files = {},
                         const TextOptions& options = {});

/// What became of a replay of `steps` steps.
std::string replay_block(const GoReplay& replay, std::size_t steps, const std::string& test,
                         const TextOptions& options = {});
/// One JSON object. `replay_file`: where the steps come from.
std::string to_json(const GoReplay& replay, const std::string& test, const std::string& replay_file, std::size_t steps);

/// "c0": a name for an object in listings and pictures, short and the same in all listings of one trace.
std::string object_name(const Trace& trace, Object object);
/// What an event does: "send c0", "select: receive c1 (1 of 3)", "wg add w0 -1".
std::string describe(const Trace& trace, const TraceEvent& event);

/// The events by time, one a line, a column per goroutine, each with its source line, and with what it communicates
/// with; below it the objects, with where they were made. Every line is indented by `indent` blanks. Of very long
/// traces only the last `most` events.
std::string trace_listing(const Trace& trace, unsigned indent = 2, std::size_t most = 200);

}  // namespace graphfuzz::go
