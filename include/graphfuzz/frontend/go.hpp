// Reads Go programs of the size of litmus tests; the engine runs them itself, in process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz {

struct GoOptions {
  /// What to run: "main", or the name of a test ("TestX"). Empty: main if there is one, or else the first test.
  std::string function = {};
  /// How many instructions a goroutine may execute between two operations. If it executes more, it ends with
  /// Kind::panic and the text "… instructions without a concurrency operation". (Jumps back and calls are counted, as
  /// ten instructions each.)
  std::int64_t instruction_limit = 10'000'000;
};

/// Parses, checks and compiles the text of a Go file. `file_name` is how positions name it. Throws ParseError: what is
/// not Go, or is not supported, as "file:line:column: …"; also if there is no such function to run.
std::shared_ptr<const go::GoProgram> parse_go(std::string_view text, std::string file_name,
                                              const GoOptions& options = {});

/// Reads and parses a file; it is named by the last part of its path. Throws ParseError, or store::FileError (a
/// std::runtime_error that begins with the path) if the file cannot be read or is larger than kLargestProgram.
std::shared_ptr<const go::GoProgram> load_go(const std::filesystem::path& path, const GoOptions& options = {});

/// What could be run: "main" if there is one, and the tests, in the order of the source. Throws ParseError.
std::vector<std::string> go_functions(std::string_view text, std::string file_name);

}  // namespace graphfuzz
