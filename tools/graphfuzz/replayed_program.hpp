// The program that a replay file is about.
#pragma once

#include <memory>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz::cli {

struct ReplayedProgram {
  ReplayFile file;
  ProgramSource source;  ///< of a real Go program the folder, without a text
  LoadOptions options;   ///< as the file says, but for what the user has said
  bool real_go = false;

  /// A target for each model. Throws std::invalid_argument for settings that are none, ParseError, and Stopped.
  std::vector<std::unique_ptr<const Target>> load(const CommandLine& line);
};

/// Of `line.replay`; of a C or C++ program, this process becomes it. Warns if the program has changed. Throws
/// UserError, store::Error and Stopped.
ReplayedProgram replayed_program(const CommandLine& line);

/// Of what an execution shows, what the replay file is about; or else the first that is no remark; or null.
const Finding* told_finding(const Replay& replay, const ReplayFile& file);

}  // namespace graphfuzz::cli
