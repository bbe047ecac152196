// Reads litmus tests in herd7's C dialect (with a few extensions: for, do, &&, ?:, assert, assume, …) as programs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "graphfuzz/program/program.hpp"

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
};

/// Parses the text of a litmus test. `file_name` is for messages only. Throws ParseError.
std::shared_ptr<const Program> parse_litmus(std::string_view text, std::string file_name,
                                            const LitmusOptions& options = {});

/// Reads and parses a file. Throws ParseError, or std::runtime_error with the path if the file cannot be read.
std::shared_ptr<const Program> load_litmus(const std::filesystem::path& path, const LitmusOptions& options = {});

}  // namespace graphfuzz
