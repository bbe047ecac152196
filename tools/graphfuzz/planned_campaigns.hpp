// Campaigns that are to be run one after the other, and what is printed, drawn and written of each: the common part of
// graphfuzz, graphfuzz resume and graphfuzz merge.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/campaign/expectation.hpp"
#include "inputs.hpp"

namespace graphfuzz::cli {

/// The programs of which executions can be minimised, for messages.
inline constexpr std::string_view kMinimised =
    "a litmus test, a Go program that is controlled or a program in C or C++";

struct PlannedCampaign {
  std::string file;        ///< of the program: as written, or found in a folder
  std::uint64_t hash = 0;  ///< program_hash of its text
  std::unique_ptr<const Target> target;
  CampaignOptions options;  ///< all but stop and progress
  std::function<CampaignResult(const Target&, const CampaignOptions&)> run;
  std::optional<Expectation> expected{};  ///< what the file says of it, with --expect
  /// If the target is for reports alone, as its executions are made by other processes: one that can be run in this
  /// process. May be empty.
  std::function<std::unique_ptr<const Target>()> load_here{};
  /// What JUnit's suite and class are called, of which the target's name may be a part; empty: the file, and the model.
  std::string suite{};
  /// If it has given nothing: another campaign on the same program, whose result is told instead if it has bugs, or is
  /// complete. It may make none. May be empty.
  std::function<std::unique_ptr<PlannedCampaign>(const CampaignResult&)> further{};
};

/// Checks that what the user wants written can be. Throws UserError.
void check_outputs(const CommandLine& line);

/// Runs and reports on them all. What goes wrong with one does not concern the others. `single`: one campaign was asked
/// for, and not a folder. `bad`: what could not be planned, and has been complained of: an error, in the exit code and
/// in JUnit's file. Returns the exit code. Throws UserError.
int run_campaigns(const CommandLine& line, std::vector<PlannedCampaign> campaigns, bool single,
                  const std::vector<BadInput>& bad = {});

}  // namespace graphfuzz::cli
