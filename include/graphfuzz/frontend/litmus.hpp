// Reads litmus tests in herd7's C dialect (with a few extensions: for, do, &&, ?:, assert, assume, …) as programs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "graphfuzz/program/program.hpp"
#include "graphfuzz/program/small_test.hpp"

namespace graphfuzz {

/// The text is not a litmus test we can run. what() is "file:line:column: expected X, found Y"; lines and columns
/// count from 1, columns in bytes.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::string file, unsigned line, unsigned column, const std::string& message);
  const std::string& file() const { return file_; }
  unsigned line() const { return line_; }
  unsigned column() const { return column_; }
  const std::string& message() const { return message_; }

 private:
  std::string file_;
  unsigned line_;
  unsigned column_;
  std::string message_;
};

struct LitmusOptions {
  /// How often the body of a loop whose end depends on memory may be entered (herd7's -unroll). Iterations that only
  /// wait for a value do not count, and loops whose number of iterations the program fixes are not bounded.
  unsigned unroll = 2;
  /// If not empty, a proposition ("0:r0=1 /\\ x=2"): the condition is then that it holds in some final state, whatever
  /// the test's own is. Must be about registers and locations that the test has. Messages call it "outcome".
  std::string outcome = {};
  /// Attempts that fail and leave memory as it was, such as a failed `exchange` on a lock, are left out: the thread
  /// waits until they succeed (doc/decisions/0011). The final states are the same without that, the executions more.
  bool drop_retries = true;
};

/// Parses the text of a litmus test. `file_name` is for messages only. Throws ParseError.
std::shared_ptr<const Program> parse_litmus(std::string_view text, std::string file_name,
                                            const LitmusOptions& options = {});

/// The most bytes that the text of a program may have, for those who read it from a file.
inline constexpr std::size_t kLargestProgram = 16 << 20;

/// Reads and parses a file. Throws ParseError, or store::FileError (a std::runtime_error that begins with the path) if
/// the file cannot be read, is no regular file or larger than kLargestProgram.
std::shared_ptr<const Program> load_litmus(const std::filesystem::path& path, const LitmusOptions& options = {});

/// The test as a program of C11 with POSIX threads: a function for each thread, the locations as globals, the same
/// atomic operations. When the threads are done, `main` notes what a final state tells ("0:r0", "x";
/// graphfuzz/harness.h), with numbers for addresses as the program's first lines say. Throws ParseError, also if C has
/// no words for something.
std::string litmus_to_c(std::string_view text, std::string file_name);

/// The text of a small test in herd7's C dialect, with the outcome as its `exists` condition. `comments` are lines
/// above the program; they must not contain what begins or ends a comment of OCaml.
std::string to_litmus(const SmallTest& test, std::string_view name, const SmallOutcome& outcome,
                      std::span<const std::string> comments = {});

}  // namespace graphfuzz
