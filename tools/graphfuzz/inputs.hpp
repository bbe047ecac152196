// From the files and folders the user named to the texts of programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz::cli {

inline constexpr std::size_t kLargestExecutable = std::size_t{1} << 30;

/// An input that cannot be read, is not in order, or took too long to read.
struct BadInput {
  std::string file;
  std::string message;     ///< which names the file
  int code = kUsageError;  ///< the exit code that it makes
};

/// The files, and those in the folders that are programs by their names, sorted within each folder. What cannot be read
/// is reported on standard error, left out, and added to `bad`.
std::vector<ProgramSource> load_sources(const std::vector<std::string>& names, std::vector<BadInput>& bad);

/// One file, or "-", which is standard input. Throws store::FileError.
ProgramSource load_source(const std::string& file);

/// The texts of a trace, "-" being one of one file. Throws go::TraceError, store::FileError and
/// std::filesystem::filesystem_error.
go::TraceFiles load_trace(const std::string& path);
/// What the user's name of an input is called in messages and results.
std::string shown_name(const std::string& input);

/// The litmus test in a file. Throws UserError if it holds something else, and ParseError.
std::shared_ptr<const Program> load_litmus_test(const ProgramSource& source, unsigned unroll,
                                                const std::string& outcome = {});

}  // namespace graphfuzz::cli
