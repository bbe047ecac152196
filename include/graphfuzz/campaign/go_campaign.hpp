// A campaign on a Go program: as campaign.hpp has it for litmus tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

/// The strategies for Go programs: those for memory (random, the cuts, mix, optimal, exhaustive) and the fuzzers of the
/// literature (gfuzz, gfuzz-hb, gopie, gopie+, gopie-hb, flow).
const std::vector<std::string>& strategies();
/// Is it one of the latter?
bool is_fuzzer(std::string_view strategy);

struct GoCampaignOptions {
  /// What is common to all campaigns. Its model is not asked for, nor its strategy.
  CampaignOptions campaign;
  std::string strategy = "optimal";
  /// The settings of a fuzzer; nothing: as the documents have them (GoFuzzOptions::of).
  std::optional<GoFuzzOptions> fuzzer;
  /// When timers fire. The fuzzers run with Timing::idle, as time-outs are theirs.
  Timing timing = Timing::any;
  std::uint32_t max_steps = 20'000;  ///< per execution
};

/// Runs the campaign. The result's model is "go"; its states are the outcomes, and one satisfies the condition
/// "~exists (bug)" if a bug was seen with it. With one worker it depends on the program, the options and the seed
/// alone. Throws std::invalid_argument for an unknown strategy.
CampaignResult run_campaign(const GoProgram& program, const GoCampaignOptions& options);

}  // namespace graphfuzz::go
