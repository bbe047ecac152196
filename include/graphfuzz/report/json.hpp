// Results for machines: JSON objects with a stable order of keys, and curves as CSV.
#pragma once

#include <span>
#include <string>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/target/replay.hpp"

namespace graphfuzz {

/// One JSON object. `positive` and `negative` are herd7's witnesses (swapped for ~exists). `replay_files[i]` is where
/// the replay file of bug i is; the field is null where there is none.
std::string to_json(const CampaignResult& result, std::span<const std::string> replay_files = {});

/// One JSON object. `replay_file`: where the steps come from.
std::string to_json(const Replay& replay, const std::string& replay_file);

/// The JSON array of such objects.
std::string json_array(std::span<const std::string> objects);

/// Lines "test,model,strategy,seed,identity,executions,unique", one per point of each curve, below a header of these
/// names.
std::string curves_csv(std::span<const CampaignResult> results);

}  // namespace graphfuzz
