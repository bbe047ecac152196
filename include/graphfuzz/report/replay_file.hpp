// Replay files: one execution, as the choices that rebuild it, in a JSON file that a person can read and edit.
//
//   {"format": "graphfuzz replay", "version": 1, "test": "SB", "file": "../litmus/SB.litmus",
//    "hash": "<16 hex digits>", "model": "rc11", "unroll": 2, "retries": "drop", "seed": 42, "shows": "assertion: …",
//    "steps": [{"thread": 0, "from": [-1, 0]}, {"thread": 1, "from": [0, 0]}, …]}
//
// A step lets `thread` go on; its event reads from (reads, updates), or follows in mo (writes), the event `from`, which
// is [thread, index in po], or [-1, location] for an initial write. "fails": true marks a compare-exchange that fails.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "graphfuzz/explore/prefix.hpp"

namespace graphfuzz {

inline constexpr int kReplayVersion = 1;

struct ReplayFile {
  std::string test;        ///< name of the program
  std::string file;        ///< where it is; relative paths are relative to the replay file's folder
  std::uint64_t hash = 0;  ///< program_hash of its text
  std::string model;
  unsigned unroll = 2;
  bool drop_retries = true;  ///< LitmusOptions::drop_retries; a file that says nothing was made without
  std::uint64_t seed = 0;    ///< of the campaign that found it
  std::string shows;         ///< what there is to see, for a person
  Prefix prefix;
  friend bool operator==(const ReplayFile&, const ReplayFile&) = default;
};

/// The file is no replay file. what() is "FILE: WHERE: expected X, found Y".
class ReplayFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// XXH3, 64 bits: tells whether a program has changed since a replay file was written.
std::uint64_t program_hash(std::string_view text);

/// The file's text.
std::string to_text(const ReplayFile& replay);

/// The reverse. `file_name` is for messages only. Unknown keys are ignored. Throws ReplayFileError.
ReplayFile parse_replay(std::string_view text, const std::string& file_name);

/// The text of a file. Throws ReplayFileError.
std::string read_replay(const std::filesystem::path& path);
/// Reads and parses a file. Throws ReplayFileError, also if the file cannot be read.
ReplayFile load_replay(const std::filesystem::path& path);

}  // namespace graphfuzz
