// The options of campaigns: as the user writes them, and what they mean.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "command_line.hpp"

namespace graphfuzz::cli {

/// The options as the user writes them, before they are translated.
struct Raw {
  std::vector<std::string> models = {"rc11"};
  std::uint64_t executions = 10'000;
  std::string time;
  std::string strategy = "optimal";
  std::string schedule;
  bool exhaustive = false;
  std::uint64_t corpus_size = 0;
  std::string memory;
  std::vector<std::string> feedback = {"new-graph", "rare"};
  std::string identity = "graph";
  std::uint64_t seed = 0;
  std::string retries = "drop";
  std::string timers = "any";
  std::string go_memory = "64M";
  std::string hang_after;  ///< empty: the default of the kind of program
  std::string clock = "locks";
  double rel1_weight = 1, rel2_weight = 1;
  bool as_published = false;
  std::string colour = "auto";
  std::string config;  ///< read by parse()
  double rare_threshold = FeedbackOptions{}.rare_threshold;
  std::string checkpoint_every = "30s";
  std::string worker_timeout = "60s";
};

/// All options of a campaign that begins.
void define_campaign(CLI::App& app, CommandLine& line, Raw& raw);
// What campaigns that go on have of them:
void define_output(CLI::App& app, CommandLine& line, Raw& raw);
void define_checkpoints(CLI::App& app, CommandLine& line, Raw& raw, const std::string& help);
void define_memory(CLI::App& app, std::string& memory, bool& approximate);

/// Once the options have been read. Throws UserError for what does not go together.
void translate_campaign(const CLI::App& app, Raw& raw, CommandLine& line);
/// The part for those of define_output, define_checkpoints and define_memory.
void translate_common(const CLI::App& app, const Raw& raw, CommandLine& line);
std::uint64_t memory_of(const std::string& text);

/// As `parse` (options.hpp), but that of a C or C++ program what comes after "--" is its own; else it is more files.
bool parse_with_arguments(CLI::App& app, int argc, const char* const* argv, std::string& text, CommandLine& line);

}  // namespace graphfuzz::cli
