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

namespace graphfuzz::go::syntax {
struct Program;
}

namespace graphfuzz {

struct GoOptions {
  /// What to run: "main", or the name of a test ("TestX"). Empty: main if there is one, or else the first test.
  std::string function = {};
  /// How many instructions a goroutine may execute between two operations. If it executes more, it ends with
  /// Kind::panic and the text "… instructions without a concurrency operation". (Jumps back and calls are counted, as
  /// ten instructions each.)
  std::int64_t instruction_limit = 10'000'000;
  /// How many bytes an execution may take for its variables, slices, strings, maps, stacks, and what is in channels;
  /// the goroutine that wants more ends with Kind::panic and the text "out of memory". Nothing is given back while the
  /// execution goes on: there is no garbage collector. Looking for data races may take five times as much besides.
  std::size_t memory_limit = kMemory;
  static constexpr std::size_t kMemory = std::size_t{64} << 20;
  static constexpr std::size_t kMostMemory = std::size_t{1} << 40;
};

/// A Go file, parsed and checked: what a program is made of for each of its functions.
class GoSource {
 public:
  /// Parses and checks. `file_name` is how positions name it. Throws ParseError: what is not Go, or is not supported,
  /// as "file:line:column: …".
  GoSource(std::string_view text, std::string file_name);

  /// What could be run: "main" if there is one, and the tests, in the order of the source.
  std::vector<std::string> functions() const;
  /// Compiles. Throws ParseError, also if there is no such function to run. Not to be called by two threads at once.
  std::shared_ptr<const go::GoProgram> program(const GoOptions& options = {}) const;

 private:
  std::string file_name_;
  std::shared_ptr<go::syntax::Program> checked_;
};

/// Parses, checks and compiles: GoSource(text, file_name).program(options).
std::shared_ptr<const go::GoProgram> parse_go(std::string_view text, std::string file_name,
                                              const GoOptions& options = {});

/// Reads and parses a file; it is named by the last part of its path. Throws ParseError, or store::FileError (a
/// std::runtime_error that begins with the path) if the file cannot be read or is larger than kLargestProgram.
std::shared_ptr<const go::GoProgram> load_go(const std::filesystem::path& path, const GoOptions& options = {});

}  // namespace graphfuzz
