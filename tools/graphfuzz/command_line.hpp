// What the user asked for: options from the command line and the configuration file, checked.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"

namespace graphfuzz::cli {

/// Exit codes.
inline constexpr int kNothingFound = 0;
inline constexpr int kBugFound = 1;
inline constexpr int kUsageError = 2;
inline constexpr int kInternalError = 3;

/// Something the user can put right: a wrong option, a missing file. Exit code 2.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CommandLine {
  std::vector<std::string> inputs;  ///< files and folders, as written
  std::vector<std::string> models;  ///< at least one; known to the registry
  bool models_given = false;        ///< by the user, not by default
  CampaignOptions campaign;         ///< all but model, stop and progress
  unsigned unroll = 2;
  bool unroll_given = false;
  std::string replay;  ///< a replay file to replay; empty: fuzz
  std::string dot_dir;
  std::string json_file;
  std::string curve_file;
  std::string replay_dir = "graphfuzz-replays";
  bool replay_dir_given = false;
  bool quiet = false;
  bool verbose = false;
  bool colour = false;
};

/// Parses the arguments. Text to print instead of doing anything (--help, --version) comes back in `text`, and then
/// there is no command line. Throws UserError.
std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::string& text);

}  // namespace graphfuzz::cli
