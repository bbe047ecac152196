// What the user asked of graphfuzz go.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "command_line.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/frontend/real_go_free.hpp"

namespace graphfuzz::cli {

/// `graphfuzz go test` and `graphfuzz go run`.
struct GoLine : CommandLine {
  std::string run;
  std::string skip;
  real_go::BuildOptions build;
  real_go::FreeOptions free;
  std::chrono::milliseconds hang_after = real_go::kHangAfter;
  std::uint64_t start_time = 0;  ///< what the virtual clock says first, in seconds since 1970; 0: the time of day
  bool timers_given = false;     ///< does the user say when timers fire?
  std::string traces;
  std::string split;       ///< a folder for the units that the work is taken apart into; empty: it is done
  std::size_t parts = 8;   ///< … how many
  std::size_t shards = 0;  ///< … and for the fingerprints of graphs; 0: they stay in the result
  std::optional<real_go::Executable> built;  ///< the program, if it is one that was built before
};

/// `graphfuzz go build`.
struct BuildLine {
  std::vector<std::string> packages{"."};  ///< one, or the files of one
  std::string file;
  real_go::BuildOptions build;
};

/// What --help ends with.
extern const char* const kGoExamples;

/// As parse_command_line. Throws UserError, and real_go::BuildError for a program that graphfuzz has not built.
std::optional<GoLine> parse_go_line(int argc, char** argv, bool tests, std::string& text);
std::optional<BuildLine> parse_build_line(int argc, char** argv, std::string& text);

}  // namespace graphfuzz::cli
