// Replay files of Go programs: one execution, as the steps that rebuild it, in a JSON file that a person can read and
// edit.
//
//   {"format": "graphfuzz go replay", "version": 1, "test": "double-close", "file": "../litmus/go/double-close.go",
//    "hash": "<16 hex digits>", "function": "", "timers": "any", "seed": 42, "shows": "panic: …",
//    "steps": [{"routine": "0"}, {"routine": "0.1", "partner": "0", "partner_choice": 1}, {"routine": "0.2", "timer":
//    0}, …]}
//
// A step lets `routine` perform its next operation, at a select the case `choice` (-1: the default); with `partner`,
// which receives, if the two meet on an unbuffered channel; or lets the `timer` fire that the routine started.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/explore/go/named_step.hpp"
#include "graphfuzz/report/replay_file.hpp"

namespace graphfuzz::go {

inline constexpr int kGoReplayVersion = 1;

struct GoReplayFile {
  std::string test;        ///< name of the program
  std::string file;        ///< where it is; relative paths are relative to the replay file's folder
  std::uint64_t hash = 0;  ///< program_hash of its text
  std::string function;    ///< the test function that was run; empty: the program's own choice
  Timing timing = Timing::any;
  std::uint64_t seed = 0;  ///< of the campaign that found it
  std::string shows;       ///< what there is to see, for a person
  std::vector<NamedStep> steps;
  friend bool operator==(const GoReplayFile&, const GoReplayFile&) = default;
};

/// Is it, by its format, a replay file of a Go program rather than of a litmus test?
bool is_go_replay(std::string_view text);

/// The file's text.
std::string to_text(const GoReplayFile& replay);
/// The reverse. `file_name` is for messages only. Unknown keys are ignored. Throws ReplayFileError.
GoReplayFile parse_go_replay(std::string_view text, const std::string& file_name);

}  // namespace graphfuzz::go
