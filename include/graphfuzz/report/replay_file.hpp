// Replay files: one execution, as the steps that rebuild it, in a JSON file that a person can read and edit.
//
//   {"format": "graphfuzz replay", "version": 2, "kind": "litmus", "test": "SB", "file": "../litmus/SB.litmus",
//    "hash": "<16 hex digits>", "settings": {"model": "rc11", "retries": "drop", "unroll": "2"}, "seed": 42,
//    "shows": "assertion: …", "steps": [{"thread": 0, "from": [-1, 0]}, {"thread": 1, "from": [0, 0]}, …]}
//
// What settings and steps there are depends on the kind of program: target/load.hpp (options_of),
// fuzz/memory/steps.hpp, fuzz/go/steps.hpp.
// Files of version 1 are read, too: "graphfuzz replay" of litmus tests, with the settings beside the other fields, and
// "graphfuzz go replay".
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

inline constexpr int kReplayVersion = 2;

struct ReplayFile {
  std::string kind;                ///< of the program (Target::kind)
  std::string test;                ///< its name
  std::string file;                ///< where it is; relative paths are relative to the replay file's folder
  std::uint64_t hash = 0;          ///< program_hash of its text
  Settings settings;               ///< of the target
  std::uint64_t seed = 0;          ///< of the campaign that found it
  std::string shows;               ///< what there is to see, for a person
  std::vector<std::string> steps;  ///< JSON objects; whether they are steps is for the target to say
  friend bool operator==(const ReplayFile&, const ReplayFile&) = default;
};

/// XXH3, 64 bits: tells whether a program has changed since a replay file was written.
std::uint64_t program_hash(std::string_view text);

/// The file's text. Throws store::DocumentError if a step is no JSON.
std::string to_text(const ReplayFile& replay);

/// The reverse. `file_name` is for messages only. Unknown keys are ignored. Throws store::DocumentError.
ReplayFile parse_replay(std::string_view text, const std::string& file_name);

/// Reads and parses a file of up to 64 MB. Throws store::FileError and store::DocumentError.
ReplayFile load_replay(const std::filesystem::path& path);

}  // namespace graphfuzz
